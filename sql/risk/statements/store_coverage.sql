-- store_coverage(release)
-- Store how much of the data the promise of a release covers.
--
-- reads:  originals
-- writes: setrisk_private.release_coverage
INSERT INTO setrisk_private.release_coverage
SELECT
    computed.release,
    computed.k,
    computed.itemsets,
    computed.items,
    computed.all_items,
    computed.rare_itemsets,
    computed.covered_itemsets,
    computed.coverage
FROM setrisk_internal.computed_coverage($release) AS computed
