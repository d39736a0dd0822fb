-- boundary_supersets(release)
-- One row per boundary itemset (APL Definition 1) of a maximal itemset of two items or more, which is the itemset
-- without the item `leaked`: how many published itemsets contain or equal it. Another that does lacks this one item of
-- the maximal itemset, so it holds the rarest or the second rarest.
--
-- row: one per boundary itemset (APL Definition 1) of a maximal itemset of two items or more, which is the itemset
--     without the item `leaked`
-- column: itemset INTEGER[]: the maximal itemset, ascending
-- column: leaked INTEGER
-- column: occurrences BIGINT: of the itemset
-- column: supersets BIGINT: the maximal itemset is one
-- column: superset_occurrences BIGINT: of all these together
-- reads: published
WITH sets AS MATERIALIZED (
    SELECT each.number, each.itemset, each.occurrences, each.signature, each.ranks
    FROM setrisk_internal.histogram_sets($release) AS each
),
maximal AS MATERIALIZED (
    SELECT each.number, each.itemset, each.occurrences, each.signature, each.ranks
    FROM setrisk_internal.maximal_sets($release) AS each
    WHERE each.size >= 2
),
-- Candidates are materialised, and unnest has no filter, so that no plan compares items before signatures.
candidates AS MATERIALIZED (
    SELECT DISTINCT rare.number, others.number AS superset
    FROM (SELECT maximal.number, maximal.signature, unnest([maximal.ranks[1], maximal.ranks[2]]) AS rank FROM maximal) AS rare
    JOIN (SELECT sets.number, sets.signature, unnest(sets.ranks) AS rank FROM sets) AS others
        ON others.rank = rare.rank
    -- At most one bit is left.
    WHERE ((rare.signature & ~others.signature) & ((rare.signature & ~others.signature) - 1)) = 0
)
SELECT
    boundary.itemset,
    boundary.leaked,
    boundary.occurrences,
    1 + coalesce(found.supersets, 0) AS supersets,
    boundary.occurrences + coalesce(found.occurrences, 0) AS superset_occurrences
FROM (
    SELECT maximal.number, maximal.itemset, unnest(maximal.itemset) AS leaked, maximal.occurrences FROM maximal
) AS boundary
LEFT JOIN (
    SELECT lacking.number, lacking.item_id, count(*) AS supersets, CAST(sum(lacking.occurrences) AS BIGINT) AS occurrences
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
) AS found ON found.number = boundary.number AND found.item_id = boundary.leaked
