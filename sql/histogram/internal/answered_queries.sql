-- answered_queries(release, queries, sanity, seed)
-- The relative error of each counting query: how far the answer of a histogram is from the answer of the data. There
-- are no rows for a release of another family.
--
-- row:    one per counting query
-- column: query_type VARCHAR: existing or random
-- column: error DOUBLE, >= 0: |published - support| / max(support, sanity * records)
-- reads:  originals
-- source: APL 6.3
SELECT
    queries.query_type,
    abs(counts.published - counts.support)
        / greatest(
            counts.support, setrisk_internal.check_positive('sanity', $sanity) * datasets.n_transactions
        ) AS error
FROM setrisk.release AS releases
JOIN setrisk_private.dataset AS datasets ON datasets.dataset = releases.dataset
CROSS JOIN setrisk_internal.counting_queries($release, $queries, $seed) AS queries
JOIN setrisk_internal.itemset_counts($release, $queries, $seed) AS counts ON counts.itemset = queries.itemset
WHERE releases.release = $release
