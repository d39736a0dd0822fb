-- derived_ranges(series, release := NULL)
-- One row per overlap with a derived cluster and private term of which it tells more than the pivot itself: a step of a
-- transitive composition attack (SANONY Definition 7, and Proposition 2 where the pivot owns up to counterfeits).
-- release VARCHAR; cluster INTEGER; n_records BIGINT; pivot, source STRUCT(position INTEGER, cluster INTEGER); common
-- BIGINT; item VARCHAR; copies BIGINT; own_lo, own_hi BIGINT: by the cluster alone; other_lo, other_hi BIGINT: by the
-- derived cluster alone; lo, hi BIGINT: by both
-- internal
WITH terms AS MATERIALIZED (
    SELECT own.position, each.release, each.cluster, each.n_records, each.item, each.copies
    FROM setrisk.unit_terms($series) AS each
    JOIN setrisk.series AS own ON own.release = each.release
    WHERE each.scope = 'cluster'
),
pivots AS MATERIALIZED (
    SELECT
        own.position,
        ranges.cluster,
        ranges.other_position AS source_position,
        ranges.other_cluster AS source_cluster,
        ranges.item,
        ranges.n_records,
        ranges.copies,
        ranges.n_records - ranges.common AS left_records,
        greatest(ranges.copies - ranges.hi, 0) AS left_lo,
        -- Counterfeits that the publisher owns up to may all lack the term (formula 19).
        least(ranges.copies - ranges.lo, ranges.n_records - coalesce(added.n, 0) - ranges.lo) AS left_hi
    FROM setrisk.s_ranges($series) AS ranges
    JOIN setrisk.series AS own ON own.release = ranges.release
    LEFT JOIN setrisk.counterfeits AS added ON added.release = ranges.release AND added.cluster = ranges.cluster
    WHERE ranges.scope = 'cluster' AND ranges.copies > 0 AND ranges.lo <= ranges.hi
        AND (ranges.lo > ranges.own_lo OR ranges.hi < ranges.own_hi)
),
overlaps AS MATERIALIZED (
    SELECT
        shared.release,
        shared.cluster,
        shared.pivot,
        shared.source,
        CAST(sum(least(shared.copies, shared.other_copies)) AS BIGINT) AS common
    FROM setrisk.derived_sets($series, release := $release) AS shared
    GROUP BY shared.release, shared.cluster, shared.pivot, shared.source
)
SELECT
    found.release,
    found.cluster,
    found.n_records,
    found.pivot,
    found.source,
    found.common,
    found.item,
    found.copies,
    found.own.lo AS own_lo,
    found.own.hi AS own_hi,
    found.other_lo,
    found.other_hi,
    greatest(found.own.lo, found.other_lo) AS lo,
    least(found.own.hi, found.other_hi) AS hi
FROM (
    SELECT
        terms.release,
        terms.cluster,
        terms.n_records,
        overlaps.pivot,
        overlaps.source,
        overlaps.common,
        terms.item,
        terms.copies,
        setrisk.s_range(terms.copies, terms.n_records, overlaps.common) AS own,
        setrisk.s_range(pivots.copies, pivots.n_records, overlaps.common) AS plain,
        greatest(pivots.left_lo - (pivots.left_records - overlaps.common), 0) AS other_lo,
        least(pivots.left_hi, overlaps.common) AS other_hi
    FROM overlaps
    JOIN pivots
        ON pivots.position = overlaps.pivot.position AND pivots.cluster = overlaps.pivot.cluster
        AND pivots.source_position = overlaps.source.position AND pivots.source_cluster = overlaps.source.cluster
    JOIN terms ON terms.release = overlaps.release AND terms.cluster = overlaps.cluster AND terms.item = pivots.item
) AS found
WHERE found.other_lo > found.plain.lo OR found.other_hi < found.plain.hi
