-- common_sets(series, release := NULL)
-- The sets of non-private items that a unit of a release has in common with a unit of another release of the series.
--
-- parameter: release: a release of the series; all of them where it is NULL
-- row: one per set and pair of units that have it in common
-- column: scope VARCHAR: cluster or global
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 for the whole release
-- column: other_position INTEGER, >= 1
-- column: other_release VARCHAR
-- column: other_cluster INTEGER, >= 0
-- column: items BIGINT[]: the set
-- column: copies BIGINT, records, > 0: records with that set in the unit
-- column: other_copies BIGINT, records, > 0: records with that set in the other unit
-- reads: published
WITH sets AS MATERIALIZED (
    SELECT each.scope, each.position, each.release, each.cluster, each.items, each.copies
    FROM setrisk_internal.linkage_unit_sets($series) AS each
)
SELECT
    own.scope,
    own.release,
    own.cluster,
    others.position AS other_position,
    others.release AS other_release,
    others.cluster AS other_cluster,
    own.items,
    own.copies,
    others.copies AS other_copies
FROM sets AS own
JOIN sets AS others ON others.items = own.items AND others.scope = own.scope AND others.position <> own.position
WHERE $release IS NULL OR own.release = $release
