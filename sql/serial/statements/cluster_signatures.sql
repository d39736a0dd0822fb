-- cluster_signatures(series)
-- The sensitive sets of each cluster of a series by m-invariance, including the empty set if the cluster has more
-- records than sensitive sets with items.
--
-- row: one per sensitive set of each cluster
-- column: release VARCHAR
-- column: cluster INTEGER, >= 1
-- column: items INTEGER[]: ascending, with the numbers of the release; empty for the empty set
-- reads: published
SELECT sets.release, sets.cluster, sets.items
FROM (
    SELECT members.release, sets.cluster, sets.sensitive_set, list_sort(list(sets.item_id)) AS items
    FROM setrisk.series AS members
    JOIN setrisk.sensitive_set AS sets ON sets.release = members.release
    WHERE members.series = $series
    GROUP BY members.release, sets.cluster, sets.sensitive_set
) AS sets
UNION ALL
SELECT sizes.release, sizes.cluster, [] AS items
FROM setrisk.series AS members
JOIN setrisk.cluster AS sizes ON sizes.release = members.release
LEFT JOIN (
    SELECT sets.release, sets.cluster, count(DISTINCT sets.sensitive_set) AS n_sets
    FROM setrisk.sensitive_set AS sets
    GROUP BY sets.release, sets.cluster
) AS set_counts ON set_counts.release = sizes.release AND set_counts.cluster = sizes.cluster
WHERE members.series = $series AND sizes.n_records > coalesce(set_counts.n_sets, 0)
