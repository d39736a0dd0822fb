-- cluster_records(release)
-- The records of a disassociated release, numbered cluster by cluster.
--
-- row: one per record
-- column: cluster INTEGER, >= 1
-- column: place BIGINT, >= 1: in the cluster
-- column: record BIGINT, >= 1: of the release
-- reads: published
SELECT places.cluster, places.place, places.before + places.place AS record
FROM (
    SELECT sizes.cluster, sizes.before, unnest(range(1, sizes.n_records + 1)) AS place
    FROM (
        -- Sums of clusters, since to number the records is work of one core.
        SELECT
            clusters.cluster,
            clusters.n_records,
            CAST(sum(clusters.n_records) OVER (ORDER BY clusters.cluster) AS BIGINT) - clusters.n_records AS before
        FROM setrisk.cluster AS clusters
        WHERE clusters.release = $release
    ) AS sizes
) AS places
