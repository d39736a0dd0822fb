-- store_coverage(release)
-- Store how much of the data the promise of a release covers.
--
-- reads:  originals
-- writes: setrisk_private.release_coverage
INSERT INTO setrisk_private.release_coverage
SELECT
    coverages.release,
    coverages.k,
    coverages.itemsets,
    coverages.items,
    coverages.all_items,
    coverages.rare_itemsets,
    coverages.covered_itemsets,
    coverages.coverage
FROM setrisk_internal.computed_coverage($release) AS coverages
