-- overlaps(series, release := NULL)
-- The records that two clusters of a series have in common. A cluster, or a whole release, is compared with those of
-- the other releases of the series. Records have no names, so two of them are taken for the same if their
-- non-sensitive items are equal; of each such set, both sides share as many records as the side with fewer of them has.
-- Each overlap is listed from both sides.
--
-- parameter: series: the series
-- parameter: release: list only what this release shares with others; all releases if it is NULL
-- row: one per pair of clusters, or of whole releases, that have records in common
-- column: scope VARCHAR: cluster or global
-- column: release VARCHAR: the release
-- column: cluster INTEGER, >= 0: its cluster; 0 for the whole release
-- column: other_position INTEGER, >= 1: the other release's position in the series
-- column: other_release VARCHAR: the other release
-- column: other_cluster INTEGER, >= 0: its cluster; 0 for the whole release
-- column: overlap_size BIGINT, records, > 0: records of the overlap
-- checks: known_series($series, release := $release)
-- reads: published
-- source: SANONY Definition 6
-- page: serial.md
-- example: FROM setrisk.overlaps('plain months', release := 'plain mar')
SELECT
    unit_pairs.scope,
    unit_pairs.release,
    CAST(unit_pairs.cluster AS INTEGER) AS cluster,
    CAST(unit_pairs.other_position AS INTEGER) AS other_position,
    unit_pairs.other_release,
    CAST(unit_pairs.other_cluster AS INTEGER) AS other_cluster,
    unit_pairs.common AS overlap_size
FROM setrisk_internal.linkage_unit_overlaps($series, release := $release) AS unit_pairs
