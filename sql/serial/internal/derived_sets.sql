-- derived_sets(series, release := NULL)
-- The sets of non-sensitive items that a derived cluster has in common with a cluster that it reveals more about than
-- its pivot does, and the sensitive item that it reveals more about.
--
-- parameter: release: the release of the target clusters; all of the series if it is NULL
-- row: one per derived cluster, target cluster, sensitive item and set that they have in common
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
-- column: item VARCHAR: the sensitive item
-- column: term_copies BIGINT, copies, > 0: copies of the term in the target
-- column: own_lo BIGINT, copies, >= 0: the fewest that the shared records have, by the target alone
-- column: own_hi BIGINT, copies, >= 0: the most that they have, by the target alone
-- column: other_lo BIGINT, copies, >= 0: the fewest, by the derived cluster
-- column: other_hi BIGINT, copies, >= 0: the most, by the derived cluster
-- reads: published
-- source: SANONY Definition 7, Proposition 2
WITH sets AS MATERIALIZED (
    SELECT unit_sets.position, unit_sets.cluster, unit_sets.items, unit_sets.copies
    FROM setrisk_internal.linkage_unit_sets($series) AS unit_sets
    WHERE unit_sets.scope = 'cluster'
),
candidates AS MATERIALIZED (
    SELECT
        candidates.release, candidates.position, candidates.cluster, candidates.pivot_position,
        candidates.pivot_cluster, candidates.source_position, candidates.source_cluster, candidates.item,
        candidates.pivot_records, candidates.pivot_copies, candidates.left_records, candidates.left_lo,
        candidates.left_hi
    FROM setrisk_internal.derived_candidates($series, release := $release) AS candidates
),
common_sets AS MATERIALIZED (
    SELECT
        triples.release,
        triples.cluster,
        triples.pivot_position,
        triples.pivot_cluster,
        triples.source_position,
        triples.source_cluster,
        targets.items,
        targets.copies,
        pivots.copies - coalesce(sources.copies, 0) AS other_copies,
        CAST(sum(least(targets.copies, pivots.copies - coalesce(sources.copies, 0))) OVER (
            PARTITION BY
                triples.release, triples.cluster, triples.pivot_position, triples.pivot_cluster,
                triples.source_position, triples.source_cluster
        ) AS BIGINT) AS common
    FROM (
        SELECT DISTINCT
            candidates.release, candidates.position, candidates.cluster, candidates.pivot_position,
            candidates.pivot_cluster, candidates.source_position, candidates.source_cluster
        FROM candidates
    ) AS triples
    JOIN sets AS targets ON targets.position = triples.position AND targets.cluster = triples.cluster
    JOIN sets AS pivots
        ON pivots.position = triples.pivot_position AND pivots.cluster = triples.pivot_cluster
        AND pivots.items = targets.items
    LEFT JOIN sets AS sources
        ON sources.position = triples.source_position AND sources.cluster = triples.source_cluster
        AND sources.items = targets.items
    WHERE pivots.copies > coalesce(sources.copies, 0)
)
SELECT
    ranges.release,
    ranges.cluster,
    ranges.n_records,
    ranges.pivot_position,
    ranges.pivot_cluster,
    ranges.source_position,
    ranges.source_cluster,
    ranges.items,
    ranges.copies,
    ranges.other_copies,
    ranges.common,
    ranges.item,
    ranges.term_copies,
    ranges.own_range.lo AS own_lo,
    ranges.own_range.hi AS own_hi,
    ranges.other_lo,
    ranges.other_hi
FROM (
    SELECT
        common_sets.release,
        common_sets.cluster,
        terms.n_records,
        common_sets.pivot_position,
        common_sets.pivot_cluster,
        common_sets.source_position,
        common_sets.source_cluster,
        common_sets.items,
        common_sets.copies,
        common_sets.other_copies,
        common_sets.common,
        terms.item,
        terms.copies AS term_copies,
        setrisk.copy_range(terms.copies, terms.n_records, common_sets.common) AS own_range,
        setrisk.copy_range(candidates.pivot_copies, candidates.pivot_records, common_sets.common) AS pivot_range,
        greatest(candidates.left_lo - (candidates.left_records - common_sets.common), 0) AS other_lo,
        least(candidates.left_hi, common_sets.common) AS other_hi
    FROM common_sets
    JOIN candidates
        ON candidates.release = common_sets.release AND candidates.cluster = common_sets.cluster
        AND candidates.pivot_position = common_sets.pivot_position
        AND candidates.pivot_cluster = common_sets.pivot_cluster
        AND candidates.source_position = common_sets.source_position
        AND candidates.source_cluster = common_sets.source_cluster
    JOIN setrisk_internal.linkage_unit_terms($series) AS terms
        ON terms.scope = 'cluster' AND terms.release = common_sets.release AND terms.cluster = common_sets.cluster
        AND terms.item = candidates.item
) AS ranges
WHERE ranges.other_lo > ranges.pivot_range.lo OR ranges.other_hi < ranges.pivot_range.hi
