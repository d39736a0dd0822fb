-- common_sets(series, release := NULL)
-- One row per non-private set that a unit of a release (of one release alone, where it is named) shares with a unit of
-- another release of the series. No unit is compared with another: equal sets meet.
--
-- row: one per non-private set that a unit of a release (of one release alone, where it is named) shares with a unit of
--     another release of the series
-- column: scope VARCHAR: cluster or global
-- column: release VARCHAR
-- column: cluster INTEGER
-- column: other_position INTEGER
-- column: other_release VARCHAR
-- column: other_cluster INTEGER
-- column: items BIGINT[]
-- column: copies BIGINT: records with that set in the one and the other
-- column: other_copies BIGINT: records with that set in the one and the other
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
