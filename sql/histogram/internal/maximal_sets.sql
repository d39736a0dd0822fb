-- maximal_sets(release)
-- One row per maximal itemset of a histogram: a published itemset that no other contains (APL Definition 2). What
-- contains an itemset holds its rarest item too. In dense histograms most are not compared with all of those: it is
-- tried first whether one of the 256 largest contains them.
--
-- row: one per maximal itemset of a histogram
-- column: number BIGINT
-- column: itemset INTEGER[]
-- column: size BIGINT
-- column: occurrences BIGINT
-- column: signature BIGINT
-- column: ranks BIGINT[]: as in histogram_sets
-- reads: published
WITH sets AS MATERIALIZED (
    SELECT each.number, each.itemset, each.size, each.occurrences, each.signature, each.ranks
    FROM setrisk_internal.histogram_sets($release) AS each
),
-- Candidates are materialised, and compared in groups, so that no plan compares items before signatures.
likely AS MATERIALIZED (
    SELECT smaller.number, arg_min(larger.number, larger.size) AS superset
    FROM sets AS smaller
    JOIN (
        SELECT each.number, each.size, each.signature FROM sets AS each ORDER BY each.size DESC, each.number LIMIT 256
    ) AS larger ON larger.size > smaller.size
    WHERE (smaller.signature & ~larger.signature) = 0
    GROUP BY smaller.number
),
unsettled AS MATERIALIZED (
    SELECT sets.number, sets.itemset, sets.size, sets.occurrences, sets.signature, sets.ranks
    FROM sets
    ANTI JOIN (
        SELECT likely.number
        FROM likely
        JOIN sets AS held ON held.number = likely.number
        JOIN sets AS holding ON holding.number = likely.superset
        GROUP BY likely.number
        HAVING min(len(setrisk_internal.missing_items(held.itemset, holding.itemset))) = 0
    ) AS settled ON settled.number = sets.number
),
candidates AS MATERIALIZED (
    SELECT smaller.number, larger.number AS superset
    FROM unsettled AS smaller
    JOIN (SELECT sets.number, sets.size, sets.signature, unnest(sets.ranks) AS rank FROM sets) AS larger
        ON larger.rank = smaller.ranks[1] AND larger.size > smaller.size
    WHERE (smaller.signature & ~larger.signature) = 0
)
SELECT
    unsettled.number, unsettled.itemset, unsettled.size, unsettled.occurrences, unsettled.signature, unsettled.ranks
FROM unsettled
ANTI JOIN (
    SELECT candidates.number
    FROM candidates
    JOIN sets AS held ON held.number = candidates.number
    JOIN sets AS holding ON holding.number = candidates.superset
    GROUP BY candidates.number
    HAVING min(len(setrisk_internal.missing_items(held.itemset, holding.itemset))) = 0
) AS contained ON contained.number = unsettled.number
