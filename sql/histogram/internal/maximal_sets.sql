-- maximal_sets(release)
-- The maximal itemsets of a histogram, by number: published itemsets that no other published itemset contains.
--
-- row:    one per maximal itemset
-- column: number BIGINT, >= 1: as in histogram_sets
-- column: itemset INTEGER[]: item numbers of the release, ascending
-- column: size BIGINT, items, >= 1
-- column: occurrences BIGINT, records, >= 1
-- column: signature BIGINT: as in histogram_sets
-- column: ranks BIGINT[]: as in histogram_sets
-- reads:  published
-- source: APL Definition 2
WITH sets AS MATERIALIZED (
    SELECT indexed.number, indexed.itemset, indexed.size, indexed.occurrences, indexed.signature, indexed.ranks
    FROM setrisk_internal.histogram_sets($release) AS indexed
),
-- In dense histograms most itemsets are subsets of one of the 256 largest, which is tried first. Candidates are
-- materialised, and compared in groups, so that no plan compares items before signatures.
likely AS MATERIALIZED (
    SELECT smaller.number, arg_min(larger.number, larger.size) AS superset
    FROM sets AS smaller
    JOIN (
        SELECT sets.number, sets.size, sets.signature FROM sets ORDER BY sets.size DESC, sets.number LIMIT 256
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
        JOIN sets AS subset ON subset.number = likely.number
        JOIN sets AS superset ON superset.number = likely.superset
        GROUP BY likely.number
        HAVING min(len(setrisk_internal.missing_items(subset.itemset, superset.itemset))) = 0
    ) AS settled ON settled.number = sets.number
),
-- What contains an itemset holds its rarest item, too.
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
    JOIN sets AS subset ON subset.number = candidates.number
    JOIN sets AS superset ON superset.number = candidates.superset
    GROUP BY candidates.number
    HAVING min(len(setrisk_internal.missing_items(subset.itemset, superset.itemset))) = 0
) AS contained ON contained.number = unsettled.number
