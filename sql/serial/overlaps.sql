-- overlaps(series, release := NULL)
-- One row per overlap (SANONY Definition 6) of a cluster, or of a release as a whole, with one of another release of the
-- series; each from both sides. Records have no name: the overlap of two units are the non-private sets that both have, of
-- each set as many as the one has that has fewer. With a release only what that release's units share.
-- An error where there is no series of that name, or it has no such release.
-- scope VARCHAR: cluster or global; release VARCHAR; cluster INTEGER: 0 for the whole release; other_position INTEGER;
-- other_release VARCHAR; other_cluster INTEGER; common BIGINT: records of the overlap
SELECT
    shared.scope, shared.release, shared.cluster, shared.other_position, shared.other_release, shared.other_cluster, shared.common
FROM setrisk.unit_overlaps($series, release := $release) AS shared
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    known.series, known.series, length(known.series), length(known.series), known.series, length(known.series),
    length(known.series)
FROM setrisk.known_series($series, release := $release) AS known
WHERE known.series IS NULL
