-- histogram_faults(entries)
-- One row per fault in the table of a histogram that is to be imported.
--
-- row: one per fault in the table of a histogram that is to be imported
-- column: step INTEGER: of the checks; what one finds may be the cause of what later ones find
-- column: fault VARCHAR: what is wrong and where, in words
-- reads: nothing
-- duckdb only: query_table
SELECT 1 AS step, 'histogram: a row lacks its itemset, its item or its occurrences' AS fault
FROM query_table($entries) AS given
WHERE given.itemset IS NULL OR given.item IS NULL OR given.occurrences IS NULL
UNION ALL
SELECT 2 AS step, 'histogram: itemset ' || given.itemset || ' occurs ' || given.occurrences || ' times' AS fault
FROM query_table($entries) AS given
WHERE given.occurrences < 1
UNION ALL
SELECT 2 AS step, 'histogram: itemset ' || given.itemset || ' has several numbers of occurrences' AS fault
FROM query_table($entries) AS given
GROUP BY given.itemset
HAVING min(given.occurrences) < max(given.occurrences)
UNION ALL
SELECT 2 AS step, 'histogram: itemset ' || given.itemset || ' has ' || given.item || ' twice' AS fault
FROM query_table($entries) AS given
GROUP BY given.itemset, given.item
HAVING count(*) > 1
UNION ALL
SELECT
    2 AS step,
    'histogram: the occurrences add up to ' || sum(sets.occurrences) || '; they may add up to 9223372036854775807 (2^63 - 1) at most'
    AS fault
FROM (
    SELECT max(given.occurrences) AS occurrences
    FROM query_table($entries) AS given
    GROUP BY given.itemset
) AS sets
HAVING sum(sets.occurrences) > 9223372036854775807
UNION ALL
SELECT 3 AS step, 'histogram: itemsets ' || min(sets.itemset) || ' and ' || max(sets.itemset) || ' are equal' AS fault
FROM (
    SELECT given.itemset, list_sort(list(given.item)) AS items
    FROM query_table($entries) AS given
    GROUP BY given.itemset
) AS sets
GROUP BY sets.items
HAVING count(*) > 1
