-- linkage_units(series)
-- The units that an attacker compares between releases: each cluster, and each release as a whole, which has the
-- cluster number 0.
--
-- row: one per unit
-- column: scope VARCHAR: cluster or global
-- column: position INTEGER, >= 1: position of the release in the series
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 for the whole release
-- column: n_records BIGINT, records, > 0: counterfeits included
-- column: release_records BIGINT, records, > 0: records of the whole release
-- reads: published
WITH clusters AS MATERIALIZED (
    SELECT
        members.position,
        members.release,
        clusters.cluster,
        clusters.n_records,
        sum(clusters.n_records) OVER (PARTITION BY members.release) AS release_records
    FROM setrisk.series AS members
    JOIN setrisk.cluster AS clusters ON clusters.release = members.release
    WHERE members.series = $series
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
