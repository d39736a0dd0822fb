-- histogram_faults()
-- The first fault in the table of a histogram that is to be imported.
--
-- row: one, or none if there is no fault
-- column: fault VARCHAR: what is wrong and where
-- reads: nothing
-- stages: _setrisk_imported_histogram(itemset, item, occurrences): items of itemsets
SELECT faults.fault
FROM (
    SELECT 1 AS step, 'histogram: a row lacks its itemset, its item or its occurrences' AS fault
    FROM _setrisk_imported_histogram AS entries
    WHERE entries.itemset IS NULL OR entries.item IS NULL OR entries.occurrences IS NULL
    UNION ALL
    SELECT 2 AS step, 'histogram: itemset ' || entries.itemset || ' occurs ' || entries.occurrences || ' times' AS fault
    FROM _setrisk_imported_histogram AS entries
    WHERE entries.occurrences < 1
    UNION ALL
    SELECT 2 AS step, 'histogram: itemset ' || entries.itemset || ' has several numbers of occurrences' AS fault
    FROM _setrisk_imported_histogram AS entries
    GROUP BY entries.itemset
    HAVING min(entries.occurrences) < max(entries.occurrences)
    UNION ALL
    SELECT 2 AS step, 'histogram: itemset ' || entries.itemset || ' has ' || entries.item || ' twice' AS fault
    FROM _setrisk_imported_histogram AS entries
    GROUP BY entries.itemset, entries.item
    HAVING count(*) > 1
    UNION ALL
    SELECT
        2 AS step,
        'histogram: the occurrences add up to ' || sum(sets.occurrences)
        || '; they may add up to 9223372036854775807 (2^63 - 1) at most' AS fault
    FROM (
        SELECT max(entries.occurrences) AS occurrences
        FROM _setrisk_imported_histogram AS entries
        GROUP BY entries.itemset
    ) AS sets
    HAVING sum(sets.occurrences) > 9223372036854775807
    UNION ALL
    SELECT
        3 AS step,
        'histogram: itemsets ' || min(sets.itemset) || ' and ' || max(sets.itemset) || ' are equal' AS fault
    FROM (
        SELECT entries.itemset, list_sort(list(entries.item)) AS items
        FROM _setrisk_imported_histogram AS entries
        GROUP BY entries.itemset
    ) AS sets
    GROUP BY sets.items
    HAVING count(*) > 1
) AS faults
-- The fault of a row that lacks a number is NULL here; that it lacks one is a fault of its own.
WHERE faults.fault IS NOT NULL
ORDER BY faults.step, faults.fault
LIMIT 1
