-- published_size(release)
-- How much a release shows.
--
-- row:    one
-- column: n_records BIGINT, records, >= 0: records that it publishes
-- column: emptiness VARCHAR?: that it shows nothing, in words; NULL if it shows something
-- reads:  published
SELECT sizes.n_records, setrisk_internal.emptiness(sizes.n_records, sizes.n_items) AS emptiness
FROM setrisk_internal.published_size($release) AS sizes
