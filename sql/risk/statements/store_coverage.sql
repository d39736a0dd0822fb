-- store_coverage(release)
-- Store how much of the data the promise of a release covers.
--
-- reads:  originals
-- writes: setrisk_private.release_coverage
INSERT INTO setrisk_private.release_coverage BY NAME
SELECT coverages.*
FROM setrisk_internal.computed_coverage($release) AS coverages
