-- linkage_units(series)
-- One row per unit that an adversary compares: each cluster, and each release as a whole, whose cluster is 0.
--
-- row: one per unit that an adversary compares
-- column: scope VARCHAR: cluster or global
-- column: position INTEGER
-- column: release VARCHAR
-- column: cluster INTEGER
-- column: n_records BIGINT: counterfeits among them
-- column: release_records BIGINT: of the whole release
-- reads: published
WITH clusters AS MATERIALIZED (
    SELECT
        listed.position,
        listed.release,
        each.cluster,
        each.n_records,
        sum(each.n_records) OVER (PARTITION BY listed.release) AS release_records
    FROM setrisk.series AS listed
    JOIN setrisk.cluster AS each ON each.release = listed.release
    WHERE listed.series = $series
)
SELECT
    'cluster' AS scope,
    clusters.position,
    clusters.release,
    clusters.cluster,
    clusters.n_records,
    CAST(clusters.release_records AS BIGINT) AS release_records
FROM clusters
UNION ALL
SELECT
    'global' AS scope,
    clusters.position,
    clusters.release,
    0 AS cluster,
    CAST(sum(clusters.n_records) AS BIGINT) AS n_records,
    CAST(sum(clusters.n_records) AS BIGINT) AS release_records
FROM clusters
GROUP BY clusters.position, clusters.release
