-- unit_sets(series)
-- One row per distinct non-private set of each unit that an adversary compares: each cluster, and each release as a whole
-- (SANONY 2.3.2), whose cluster is 0.
-- scope VARCHAR: cluster or global; position INTEGER; release VARCHAR; cluster INTEGER; items BIGINT[]; copies BIGINT:
-- records with that set
-- internal
WITH sets AS MATERIALIZED (
    SELECT records.position, records.release, records.cluster, records.items, count(*) AS copies
    FROM setrisk.record_sets($series) AS records
    GROUP BY records.position, records.release, records.cluster, records.items
)
SELECT 'cluster' AS scope, sets.position, sets.release, sets.cluster, sets.items, sets.copies
FROM sets
UNION ALL
SELECT 'global' AS scope, sets.position, sets.release, 0 AS cluster, sets.items, CAST(sum(sets.copies) AS BIGINT) AS copies
FROM sets
GROUP BY sets.position, sets.release, sets.items
