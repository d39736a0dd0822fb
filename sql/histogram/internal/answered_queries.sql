-- answered_queries(release, queries, sanity, seed)
-- One row per counting query, for the owner: how far the answer by a histogram is from that by the data (APL 6.3); no
-- row for a release of another family.
--
-- row: one per counting query, for the owner
-- column: kind VARCHAR: existing or random
-- column: error DOUBLE: |published - support| / max(support, sanity * records)
-- reads: originals
SELECT
    asked.kind,
    abs(counted.published - counted.support)
        / greatest(counted.support, setrisk_internal.check_positive('sanity', $sanity) * held.n_transactions) AS error
FROM setrisk.release AS made
JOIN setrisk_private.dataset AS held ON held.dataset = made.dataset
CROSS JOIN setrisk_internal.counting_queries($release, $queries, $seed) AS asked
JOIN setrisk_internal.itemset_counts($release, $queries, $seed) AS counted ON counted.itemset = asked.itemset
WHERE made.release = $release
