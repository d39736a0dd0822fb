-- emptiness(n_records BIGINT, n_items BIGINT) -> VARCHAR
-- That a release shows nothing, in words; NULL if it shows something. An empty table puts nobody at risk, and whoever
-- publishes one has made a mistake.
--
-- reads: nothing
SELECT CASE
    WHEN $n_records = 0 THEN 'it holds no record: it tells nothing about anyone, and is of no use'
    WHEN $n_items = 0 THEN 'none of its records shows an item: it tells nothing about anyone, and is of no use'
END
