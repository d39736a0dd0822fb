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
    SELECT sets.number, sets.itemset, sets.size, sets.occurrences, sets.signature, sets.ranks
    FROM setrisk_internal.histogram_sets($release) AS sets
),
-- In dense histograms most itemsets are subsets of one of the 256 largest, which is tried first. Candidates are
-- materialised, and compared in groups, so that no plan compares items before signatures.
likely_supersets AS MATERIALIZED (
    SELECT sets.number, arg_min(largest_sets.number, largest_sets.size) AS superset
    FROM sets
    JOIN (
        SELECT sets.number, sets.size, sets.signature FROM sets ORDER BY sets.size DESC, sets.number LIMIT 256
    ) AS largest_sets ON largest_sets.size > sets.size
    WHERE (sets.signature & ~largest_sets.signature) = 0
    GROUP BY sets.number
),
open_sets AS MATERIALIZED (
    SELECT sets.number, sets.itemset, sets.size, sets.occurrences, sets.signature, sets.ranks
    FROM sets
    ANTI JOIN (
        SELECT likely_supersets.number
        FROM likely_supersets
        JOIN sets AS subsets ON subsets.number = likely_supersets.number
        JOIN sets AS supersets ON supersets.number = likely_supersets.superset
        GROUP BY likely_supersets.number
        HAVING min(len(setrisk_internal.missing_items(subsets.itemset, supersets.itemset))) = 0
    ) AS subsets ON subsets.number = sets.number
),
-- What contains an itemset holds its rarest item, too.
candidates AS MATERIALIZED (
    SELECT open_sets.number, larger_sets.number AS superset
    FROM open_sets
    JOIN (SELECT sets.number, sets.size, sets.signature, unnest(sets.ranks) AS rank FROM sets) AS larger_sets
        ON larger_sets.rank = open_sets.ranks[1] AND larger_sets.size > open_sets.size
    WHERE (open_sets.signature & ~larger_sets.signature) = 0
)
SELECT
    open_sets.number, open_sets.itemset, open_sets.size, open_sets.occurrences, open_sets.signature, open_sets.ranks
FROM open_sets
ANTI JOIN (
    SELECT candidates.number
    FROM candidates
    JOIN sets AS subsets ON subsets.number = candidates.number
    JOIN sets AS supersets ON supersets.number = candidates.superset
    GROUP BY candidates.number
    HAVING min(len(setrisk_internal.missing_items(subsets.itemset, supersets.itemset))) = 0
) AS subsets ON subsets.number = open_sets.number
