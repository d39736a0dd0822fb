-- derived_candidates(series, release := NULL)
-- One row per derived cluster (SANONY Definition 7: the records of a cluster, the pivot, but for those that it shares
-- with the source), private term, and cluster of a release (of one release alone, where it is named) that shares enough
-- records with the pivot for the derived cluster to tell it more than the pivot does.
--
-- row: one per derived cluster (SANONY Definition 7
-- column: release VARCHAR
-- column: position INTEGER: of the target
-- column: cluster INTEGER: of the target
-- column: pivot_position INTEGER
-- column: pivot_cluster BIGINT
-- column: source_position BIGINT
-- column: source_cluster BIGINT
-- column: item VARCHAR
-- column: pivot_records BIGINT
-- column: pivot_copies BIGINT
-- column: left_records BIGINT: of the derived cluster
-- column: left_lo BIGINT: how many copies they have (formula 8; 19 where the pivot owns up to counterfeits, which may
--     all have the term, or lack it)
-- column: left_hi BIGINT: how many copies they have (formula 8; 19 where the pivot owns up to counterfeits, which may
--     all have the term, or lack it)
-- reads: published
WITH derived AS MATERIALIZED (
    SELECT
        ranges.position,
        ranges.cluster,
        ranges.other_position AS source_position,
        ranges.other_cluster AS source_cluster,
        ranges.item,
        ranges.n_records,
        ranges.copies,
        ranges.n_records - ranges.common AS left_records,
        greatest(ranges.copies - ranges.hi - coalesce(added.n, 0), 0) AS left_lo,
        least(ranges.copies, ranges.n_records - coalesce(added.n, 0)) - ranges.lo AS left_hi
    FROM setrisk_internal.telling_ranges($series) AS ranges
    JOIN setrisk.series AS own ON own.series = $series AND own.position = ranges.position
    LEFT JOIN setrisk.counterfeits AS added ON added.release = own.release AND added.cluster = ranges.cluster
    WHERE ranges.n_records > ranges.common
)
SELECT
    targets.release,
    own.position,
    targets.cluster,
    derived.position AS pivot_position,
    derived.cluster AS pivot_cluster,
    derived.source_position,
    derived.source_cluster,
    derived.item,
    derived.n_records AS pivot_records,
    derived.copies AS pivot_copies,
    derived.left_records,
    derived.left_lo,
    derived.left_hi
FROM derived
JOIN setrisk_internal.linkage_unit_overlaps($series, release := $release) AS targets
    ON targets.scope = 'cluster' AND targets.other_position = derived.position AND targets.other_cluster = derived.cluster
JOIN setrisk.series AS own ON own.release = targets.release
WHERE NOT (own.position = derived.source_position AND targets.cluster = derived.source_cluster)
    -- An upper bound tells something below both the overlap and the pivot's copies, a lower one above nothing.
    AND (
        derived.left_hi < least(targets.common, derived.copies)
        OR derived.left_lo - derived.left_records + least(targets.common, derived.left_records)
            > greatest(derived.copies - derived.n_records + least(targets.common, derived.left_records), 0)
    )
