-- unit_overlaps(series, release := NULL)
-- One row per overlap of a unit of a release (of one release alone, where it is named) with a unit of another release.
-- scope VARCHAR: cluster or global; release VARCHAR; cluster INTEGER: 0 for the whole release; other_position INTEGER;
-- other_release VARCHAR; other_cluster INTEGER; common BIGINT: records of the overlap
-- internal
SELECT
    shared.scope,
    shared.release,
    shared.cluster,
    shared.other_position,
    shared.other_release,
    shared.other_cluster,
    CAST(sum(least(shared.copies, shared.other_copies)) AS BIGINT) AS common
FROM setrisk.common_sets($series, release := $release) AS shared
GROUP BY
    shared.scope, shared.release, shared.cluster, shared.other_position, shared.other_release, shared.other_cluster
