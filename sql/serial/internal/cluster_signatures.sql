-- cluster_signatures(series)
-- One row per private set of each cluster of the series, the empty one among them where there are more records than
-- sets.
--
-- row: one per private set of each cluster of the series, the empty one among them where there are more records than
--     sets
-- column: release VARCHAR
-- column: cluster INTEGER
-- column: items INTEGER[]: ascending
-- reads: published
SELECT sets.release, sets.cluster, sets.items
FROM (
    SELECT listed.release, shown.cluster, shown.private_set, list_sort(list(shown.item_id)) AS items
    FROM setrisk.series AS listed
    JOIN setrisk.private_set AS shown ON shown.release = listed.release
    WHERE listed.series = $series
    GROUP BY listed.release, shown.cluster, shown.private_set
) AS sets
UNION ALL
SELECT sizes.release, sizes.cluster, [] AS items
FROM setrisk.series AS listed
JOIN setrisk.cluster AS sizes ON sizes.release = listed.release
LEFT JOIN (
    SELECT shown.release, shown.cluster, count(DISTINCT shown.private_set) AS n_sets
    FROM setrisk.private_set AS shown
    GROUP BY shown.release, shown.cluster
) AS counted ON counted.release = sizes.release AND counted.cluster = sizes.cluster
WHERE listed.series = $series AND sizes.n_records > coalesce(counted.n_sets, 0)
