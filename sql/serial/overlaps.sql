-- overlaps(series, release := NULL)
-- One row per overlap (SANONY Definition 6) of a cluster, or of a release as a whole, with one of another release of
-- the series; each from both sides. Records have no name: the overlap of two units are the non-private sets that both
-- have, of each set as many as the one has that has fewer. With a release only what that release's units share. An
-- error where there is no series of that name, or it has no such release.
--
-- row: one per overlap (SANONY Definition 6) of a cluster, or of a release as a whole, with one of another release of
--     the series; each from both sides
-- column: scope VARCHAR: cluster or global
-- column: release VARCHAR
-- column: cluster BIGINT: 0 for the whole release
-- column: other_position BIGINT
-- column: other_release VARCHAR
-- column: other_cluster BIGINT
-- column: common BIGINT: records of the overlap
-- checks: known_series($series, release := $release)
-- reads: published
SELECT
    shared.scope, shared.release, shared.cluster, shared.other_position, shared.other_release, shared.other_cluster, shared.common
FROM setrisk_internal.linkage_unit_overlaps($series, release := $release) AS shared
