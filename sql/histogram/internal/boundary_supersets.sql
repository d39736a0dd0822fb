-- boundary_supersets(release)
-- How many published itemsets contain each boundary itemset of a histogram: each maximal itemset without its item
-- `leaked_id`.
--
-- row:    one per maximal itemset of at least two items, and item of it
-- column: itemset INTEGER[]: the maximal itemset, ascending
-- column: leaked_id INTEGER: the item that is left out
-- column: occurrences BIGINT, records, >= 1: of the maximal itemset
-- column: supersets BIGINT, itemsets, >= 1: those that contain or equal the boundary itemset, the maximal itemset
--     included
-- column: superset_occurrences BIGINT, records, >= 1: of all these together
-- reads:  published
-- source: APL Definition 1
WITH sets AS MATERIALIZED (
    SELECT sets.number, sets.itemset, sets.occurrences, sets.signature, sets.ranks
    FROM setrisk_internal.histogram_sets($release) AS sets
),
maximal_sets AS MATERIALIZED (
    SELECT sets.number, sets.itemset, sets.occurrences, sets.signature, sets.ranks
    FROM setrisk_internal.maximal_sets($release) AS sets
    WHERE sets.size >= 2
),
-- Another itemset that contains a boundary itemset lacks only one item of the maximal itemset, so it holds the rarest
-- or the second rarest one. Candidates are materialised, and unnest has no filter, so that no plan compares items
-- before signatures.
candidates AS MATERIALIZED (
    SELECT DISTINCT rarest_items.number, holders.number AS superset
    FROM (
        SELECT
            maximal_sets.number,
            maximal_sets.signature,
            unnest([maximal_sets.ranks[1], maximal_sets.ranks[2]]) AS rank
        FROM maximal_sets
    ) AS rarest_items
    JOIN (SELECT sets.number, sets.signature, unnest(sets.ranks) AS rank FROM sets) AS holders
        ON holders.rank = rarest_items.rank
    -- At most one bit is left.
    WHERE ((rarest_items.signature & ~holders.signature) & ((rarest_items.signature & ~holders.signature) - 1)) = 0
)
SELECT
    boundaries.itemset,
    boundaries.leaked_id,
    boundaries.occurrences,
    1 + coalesce(counts.supersets, 0) AS supersets,
    boundaries.occurrences + coalesce(counts.occurrences, 0) AS superset_occurrences
FROM (
    SELECT
        maximal_sets.number, maximal_sets.itemset, unnest(maximal_sets.itemset) AS leaked_id, maximal_sets.occurrences
    FROM maximal_sets
) AS boundaries
LEFT JOIN (
    SELECT
        supersets.number,
        supersets.item_id,
        count(*) AS supersets,
        CAST(sum(supersets.occurrences) AS BIGINT) AS occurrences
    FROM (
        SELECT
            comparisons.number,
            unnest(CASE WHEN len(comparisons.missing) = 1 THEN comparisons.missing END) AS item_id,
            comparisons.occurrences
        FROM (
            SELECT
                candidates.number,
                setrisk_internal.missing_items(maximal_sets.itemset, sets.itemset) AS missing,
                sets.occurrences
            FROM candidates
            JOIN maximal_sets ON maximal_sets.number = candidates.number
            JOIN sets ON sets.number = candidates.superset
        ) AS comparisons
    ) AS supersets
    GROUP BY supersets.number, supersets.item_id
) AS counts ON counts.number = boundaries.number AND counts.item_id = boundaries.leaked_id
