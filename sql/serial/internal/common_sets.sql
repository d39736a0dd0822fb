-- common_sets(series, release := NULL)
-- The sets of non-sensitive items that a unit of a release has in common with a unit of another release of the series.
--
-- parameter: release: a release of the series; all of them if it is NULL
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
-- source: SANONY 3.3, Definition 6
WITH sets AS MATERIALIZED (
    SELECT unit_sets.scope, unit_sets.position, unit_sets.release, unit_sets.cluster, unit_sets.items, unit_sets.copies
    FROM setrisk_internal.linkage_unit_sets($series) AS unit_sets
)
-- Units are not compared one by one: equal sets meet in the join.
SELECT
    sets.scope,
    sets.release,
    sets.cluster,
    other_sets.position AS other_position,
    other_sets.release AS other_release,
    other_sets.cluster AS other_cluster,
    sets.items,
    sets.copies,
    other_sets.copies AS other_copies
FROM sets
JOIN sets AS other_sets
    ON other_sets.items = sets.items AND other_sets.scope = sets.scope AND other_sets.position <> sets.position
WHERE $release IS NULL OR sets.release = $release
