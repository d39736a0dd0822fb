-- generalisation_faults(generalised_items, records)
-- One row per fault in the tables of a generalised release that is to be imported.
--
-- row: one per fault in the tables of a generalised release that is to be imported
-- column: step INTEGER: of the checks; what one finds may be the cause of what later ones find
-- column: fault VARCHAR: what is wrong and where, in words
-- reads: nothing
-- duckdb only: query_table
SELECT 1 AS step, 'generalised_item: a row lacks its generalised_item or its item' AS fault
FROM query_table($generalised_items) AS members
WHERE members.generalised_item IS NULL OR members.item IS NULL
UNION ALL
SELECT 1 AS step, 'generalised_record: an entry has no record or no position' AS fault
FROM query_table($records) AS entries
WHERE entries.record IS NULL OR entries.position IS NULL
UNION ALL
SELECT
    1 AS step,
    'generalised_record: record ' || entries.record || ' has an entry with '
    || CASE WHEN entries.item IS NULL THEN 'neither' ELSE 'both' END || ' item and generalised_item' AS fault
FROM query_table($records) AS entries
WHERE (entries.item IS NULL) = (entries.generalised_item IS NULL)
UNION ALL
SELECT 2 AS step, 'generalised_item: ' || members.item || ' is a member of two generalised items' AS fault
FROM query_table($generalised_items) AS members
GROUP BY members.item
HAVING count(*) > 1
UNION ALL
SELECT
    2 AS step,
    'generalised_record: record ' || entries.record || ' has two entries at position ' || entries.position AS fault
FROM query_table($records) AS entries
GROUP BY entries.record, entries.position
HAVING count(*) > 1
UNION ALL
SELECT
    2 AS step,
    'generalised_record: generalised item ' || entries.generalised_item || ' has no members in generalised_item' AS fault
FROM query_table($records) AS entries
ANTI JOIN query_table($generalised_items) AS members ON members.generalised_item = entries.generalised_item
WHERE entries.generalised_item IS NOT NULL
