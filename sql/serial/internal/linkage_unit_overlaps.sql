-- linkage_unit_overlaps(series, release := NULL)
-- One row per overlap of a unit of a release (of one release alone, where it is named) with a unit of another release.
--
-- row: one per overlap of a unit of a release (of one release alone, where it is named) with a unit of another release
-- column: scope VARCHAR: cluster or global
-- column: release VARCHAR
-- column: cluster INTEGER: 0 for the whole release
-- column: other_position INTEGER
-- column: other_release VARCHAR
-- column: other_cluster INTEGER
-- column: common BIGINT: records of the overlap
-- reads: published
SELECT
    shared.scope,
    shared.release,
    shared.cluster,
    shared.other_position,
    shared.other_release,
    shared.other_cluster,
    CAST(sum(least(shared.copies, shared.other_copies)) AS BIGINT) AS common
FROM setrisk_internal.common_sets($series, release := $release) AS shared
GROUP BY
    shared.scope, shared.release, shared.cluster, shared.other_position, shared.other_release, shared.other_cluster
