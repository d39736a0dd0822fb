-- emptiness(n_records BIGINT, n_items BIGINT) -> VARCHAR
-- That a release shows nothing, in words; NULL if it shows something. An empty table puts nobody at risk, and whoever
-- publishes one has made a mistake.
--
-- reads: nothing
SELECT CASE
    WHEN $n_records = 0 THEN 'it has no records, so nothing can be learned from it'
    WHEN $n_items = 0 THEN 'none of its records shows an item, so nothing can be learned from it'
END
