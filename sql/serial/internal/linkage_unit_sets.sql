-- linkage_unit_sets(series)
-- One row per distinct non-private set of each unit that an adversary compares: each cluster, and each release as a
-- whole (SANONY 2.3.2), whose cluster is 0.
--
-- row: one per distinct non-private set of each unit that an adversary compares
-- column: scope VARCHAR: cluster or global
-- column: position INTEGER
-- column: release VARCHAR
-- column: cluster INTEGER
-- column: items BIGINT[]
-- column: copies BIGINT: records with that set
-- reads: published
WITH sets AS MATERIALIZED (
    SELECT records.position, records.release, records.cluster, records.items, count(*) AS copies
    FROM setrisk_internal.record_sets($series) AS records
    GROUP BY records.position, records.release, records.cluster, records.items
)
SELECT 'cluster' AS scope, sets.position, sets.release, sets.cluster, sets.items, sets.copies
FROM sets
UNION ALL
SELECT 'global' AS scope, sets.position, sets.release, 0 AS cluster, sets.items, CAST(sum(sets.copies) AS BIGINT) AS copies
FROM sets
GROUP BY sets.position, sets.release, sets.items
