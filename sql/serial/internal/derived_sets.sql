-- derived_sets(series, release := NULL)
-- The sets of non-private items that a derived cluster has in common with a cluster that it reveals more about than its
-- pivot does, and the private term that it reveals more about.
--
-- parameter: release: the release of the target clusters; all of the series where it is NULL
-- row: one per derived cluster, target cluster, private term and set that they have in common
-- column: release VARCHAR: release of the target
-- column: cluster INTEGER, >= 1: the target
-- column: n_records BIGINT, records, > 0: records of the target
-- column: pivot_position INTEGER, >= 1
-- column: pivot_cluster BIGINT, >= 1
-- column: source_position BIGINT, >= 1
-- column: source_cluster BIGINT, >= 1
-- column: items BIGINT[]: the set
-- column: copies BIGINT, records, > 0: records with that set in the target
-- column: other_copies BIGINT, records, > 0: records with that set in the derived cluster
-- column: common BIGINT, records, > 0: records that target and derived cluster share in all
-- column: item VARCHAR: the private term
-- column: term_copies BIGINT, copies, > 0: copies of the term in the target
-- column: own_lo BIGINT, copies, >= 0: the fewest that the shared records have, by the target alone
-- column: own_hi BIGINT, copies, >= 0: the most that they have, by the target alone
-- column: other_lo BIGINT, copies, >= 0: the fewest, by the derived cluster
-- column: other_hi BIGINT, copies: the most, by the derived cluster
-- reads: published
-- source: SANONY Definition 7, Proposition 2
WITH sets AS MATERIALIZED (
    SELECT each.position, each.cluster, each.items, each.copies
    FROM setrisk_internal.linkage_unit_sets($series) AS each
    WHERE each.scope = 'cluster'
),
candidates AS MATERIALIZED (
    SELECT
        each.release, each.position, each.cluster, each.pivot_position, each.pivot_cluster, each.source_position,
        each.source_cluster, each.item, each.pivot_records, each.pivot_copies, each.left_records, each.left_lo, each.left_hi
    FROM setrisk_internal.derived_candidates($series, release := $release) AS each
),
shared AS MATERIALIZED (
    SELECT
        met.release,
        met.cluster,
        met.pivot_position,
        met.pivot_cluster,
        met.source_position,
        met.source_cluster,
        targets.items,
        targets.copies,
        pivots.copies - coalesce(sources.copies, 0) AS other_copies,
        CAST(sum(least(targets.copies, pivots.copies - coalesce(sources.copies, 0))) OVER (
            PARTITION BY
                met.release, met.cluster, met.pivot_position, met.pivot_cluster, met.source_position, met.source_cluster
        ) AS BIGINT) AS common
    FROM (
        SELECT DISTINCT
            candidates.release, candidates.position, candidates.cluster, candidates.pivot_position, candidates.pivot_cluster,
            candidates.source_position, candidates.source_cluster
        FROM candidates
    ) AS met
    JOIN sets AS targets ON targets.position = met.position AND targets.cluster = met.cluster
    JOIN sets AS pivots
        ON pivots.position = met.pivot_position AND pivots.cluster = met.pivot_cluster AND pivots.items = targets.items
    LEFT JOIN sets AS sources
        ON sources.position = met.source_position AND sources.cluster = met.source_cluster AND sources.items = targets.items
    WHERE pivots.copies > coalesce(sources.copies, 0)
)
SELECT
    found.release,
    found.cluster,
    found.n_records,
    found.pivot_position,
    found.pivot_cluster,
    found.source_position,
    found.source_cluster,
    found.items,
    found.copies,
    found.other_copies,
    found.common,
    found.item,
    found.term_copies,
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
        shared.items,
        shared.copies,
        shared.other_copies,
        shared.common,
        terms.item,
        terms.copies AS term_copies,
        setrisk.copy_range(terms.copies, terms.n_records, shared.common) AS own,
        setrisk.copy_range(candidates.pivot_copies, candidates.pivot_records, shared.common) AS plain,
        greatest(candidates.left_lo - (candidates.left_records - shared.common), 0) AS other_lo,
        least(candidates.left_hi, shared.common) AS other_hi
    FROM shared
    JOIN candidates
        ON candidates.release = shared.release AND candidates.cluster = shared.cluster
        AND candidates.pivot_position = shared.pivot_position AND candidates.pivot_cluster = shared.pivot_cluster
        AND candidates.source_position = shared.source_position AND candidates.source_cluster = shared.source_cluster
    JOIN setrisk_internal.linkage_unit_terms($series) AS terms
        ON terms.scope = 'cluster' AND terms.release = shared.release AND terms.cluster = shared.cluster
        AND terms.item = candidates.item
) AS found
WHERE found.other_lo > found.plain.lo OR found.other_hi < found.plain.hi
