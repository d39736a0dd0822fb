-- linkage_unit_sets(series)
-- The distinct sets of non-sensitive items in each unit that an attacker compares: each cluster, and each release as a
-- whole, which has the cluster number 0.
--
-- row: one per unit and distinct set of non-sensitive items
-- column: scope VARCHAR: cluster or global
-- column: position INTEGER, >= 1: position of the release in the series
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 for the whole release
-- column: items BIGINT[]: the set
-- column: copies BIGINT, records, > 0: records with that set
-- reads: published
-- source: SANONY 2.3.2
WITH sets AS MATERIALIZED (
    SELECT records.position, records.release, records.cluster, records.items, count(*) AS copies
    FROM setrisk_internal.record_sets($series) AS records
    GROUP BY records.position, records.release, records.cluster, records.items
)
SELECT 'cluster' AS scope, sets.position, sets.release, sets.cluster, sets.items, sets.copies
FROM sets
UNION ALL
SELECT
    'global' AS scope, sets.position, sets.release, 0 AS cluster, sets.items,
    CAST(sum(sets.copies) AS BIGINT) AS copies
FROM sets
GROUP BY sets.position, sets.release, sets.items
