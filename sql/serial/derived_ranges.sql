-- derived_ranges(series, release := NULL)
-- One row per overlap with a derived cluster and private term of which it tells more than the pivot itself: a step of a
-- transitive composition attack (SANONY Definition 7, Proposition 2).
-- release VARCHAR; cluster INTEGER; n_records BIGINT; pivot_position, pivot_cluster, source_position, source_cluster INTEGER;
-- common BIGINT; item VARCHAR; copies BIGINT; own_lo, own_hi BIGINT: by the cluster alone; other_lo, other_hi BIGINT: by the
-- derived cluster alone
-- internal
WITH candidates AS MATERIALIZED (
    SELECT
        each.release, each.position, each.cluster, each.pivot_position, each.pivot_cluster, each.source_position,
        each.source_cluster, each.item, each.pivot_records, each.pivot_copies, each.left_records, each.left_lo, each.left_hi
    FROM setrisk.derived_candidates($series, release := $release) AS each
),
shared AS MATERIALIZED (
    SELECT
        each.release,
        each.cluster,
        each.pivot_position,
        each.pivot_cluster,
        each.source_position,
        each.source_cluster,
        CAST(sum(least(each.copies, each.other_copies)) AS BIGINT) AS common
    FROM setrisk.derived_sets($series, release := $release) AS each
    GROUP BY
        each.release, each.cluster, each.pivot_position, each.pivot_cluster, each.source_position, each.source_cluster
)
SELECT
    found.release,
    found.cluster,
    found.n_records,
    found.pivot_position,
    found.pivot_cluster,
    found.source_position,
    found.source_cluster,
    found.common,
    found.item,
    found.copies,
    found.own.lo AS own_lo,
    found.own.hi AS own_hi,
    found.other_lo,
    found.other_hi
FROM (
    SELECT
        shared.release,
        shared.cluster,
        terms.n_records,
        shared.pivot_position,
        shared.pivot_cluster,
        shared.source_position,
        shared.source_cluster,
        shared.common,
        terms.item,
        terms.copies,
        setrisk.s_range(terms.copies, terms.n_records, shared.common) AS own,
        setrisk.s_range(candidates.pivot_copies, candidates.pivot_records, shared.common) AS plain,
        greatest(candidates.left_lo - (candidates.left_records - shared.common), 0) AS other_lo,
        least(candidates.left_hi, shared.common) AS other_hi
    FROM shared
    JOIN candidates
        ON candidates.release = shared.release AND candidates.cluster = shared.cluster
        AND candidates.pivot_position = shared.pivot_position AND candidates.pivot_cluster = shared.pivot_cluster
        AND candidates.source_position = shared.source_position AND candidates.source_cluster = shared.source_cluster
    JOIN setrisk.unit_terms($series) AS terms
        ON terms.scope = 'cluster' AND terms.release = shared.release AND terms.cluster = shared.cluster
        AND terms.item = candidates.item
) AS found
WHERE found.other_lo > found.plain.lo OR found.other_hi < found.plain.hi
