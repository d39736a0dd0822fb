-- linkage_unit_overlaps(series, release := NULL)
-- How many records a unit of a release has in common with a unit of another release.
--
-- parameter: release: a release of the series; all of them if it is NULL
-- row: one per pair of units that have records in common, from either side
-- column: scope VARCHAR: cluster or global
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 for the whole release
-- column: other_position INTEGER, >= 1
-- column: other_release VARCHAR
-- column: other_cluster INTEGER, >= 0
-- column: common BIGINT, records, > 0: records of the overlap
-- reads: published
-- source: SANONY Definition 6
SELECT
    sets.scope,
    sets.release,
    sets.cluster,
    sets.other_position,
    sets.other_release,
    sets.other_cluster,
    CAST(sum(least(sets.copies, sets.other_copies)) AS BIGINT) AS common
FROM setrisk_internal.common_sets($series, release := $release) AS sets
GROUP BY
    sets.scope, sets.release, sets.cluster, sets.other_position, sets.other_release, sets.other_cluster
