-- boundary_supersets(release)
-- How many published itemsets contain each boundary itemset of a histogram: each maximal itemset without its item
-- `leaked`.
--
-- row:    one per maximal itemset of at least two items, and item of it
-- column: itemset INTEGER[]: the maximal itemset, ascending
-- column: leaked INTEGER: the item that is left out
-- column: occurrences BIGINT, records, >= 1: of the maximal itemset
-- column: supersets BIGINT, itemsets, >= 1: those that contain or equal the boundary itemset, the maximal itemset
--     included
-- column: superset_occurrences BIGINT, records, >= 1: of all these together
-- reads:  published
-- source: APL Definition 1
WITH sets AS MATERIALIZED (
    SELECT indexed.number, indexed.itemset, indexed.occurrences, indexed.signature, indexed.ranks
    FROM setrisk_internal.histogram_sets($release) AS indexed
),
maximal AS MATERIALIZED (
    SELECT indexed.number, indexed.itemset, indexed.occurrences, indexed.signature, indexed.ranks
    FROM setrisk_internal.maximal_sets($release) AS indexed
    WHERE indexed.size >= 2
),
-- Another itemset that contains a boundary itemset lacks only one item of the maximal itemset, so it holds the rarest
-- or the second rarest one. Candidates are materialised, and unnest has no filter, so that no plan compares items
-- before signatures.
candidates AS MATERIALIZED (
    SELECT DISTINCT rare.number, others.number AS superset
    FROM (
        SELECT maximal.number, maximal.signature, unnest([maximal.ranks[1], maximal.ranks[2]]) AS rank FROM maximal
    ) AS rare
    JOIN (SELECT sets.number, sets.signature, unnest(sets.ranks) AS rank FROM sets) AS others
        ON others.rank = rare.rank
    -- At most one bit is left.
    WHERE ((rare.signature & ~others.signature) & ((rare.signature & ~others.signature) - 1)) = 0
)
SELECT
    boundary.itemset,
    boundary.leaked,
    boundary.occurrences,
    1 + coalesce(counts.supersets, 0) AS supersets,
    boundary.occurrences + coalesce(counts.occurrences, 0) AS superset_occurrences
FROM (
    SELECT maximal.number, maximal.itemset, unnest(maximal.itemset) AS leaked, maximal.occurrences FROM maximal
) AS boundary
LEFT JOIN (
    SELECT
        lacking.number,
        lacking.item_id,
        count(*) AS supersets,
        CAST(sum(lacking.occurrences) AS BIGINT) AS occurrences
    FROM (
        SELECT
            compared.number,
            unnest(CASE WHEN len(compared.missing) = 1 THEN compared.missing END) AS item_id,
            compared.occurrences
        FROM (
            SELECT
                candidates.number,
                setrisk_internal.missing_items(maximal.itemset, others.itemset) AS missing,
                others.occurrences
            FROM candidates
            JOIN maximal ON maximal.number = candidates.number
            JOIN sets AS others ON others.number = candidates.superset
        ) AS compared
    ) AS lacking
    GROUP BY lacking.number, lacking.item_id
) AS counts ON counts.number = boundary.number AND counts.item_id = boundary.leaked
