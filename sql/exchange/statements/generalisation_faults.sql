-- generalisation_faults()
-- The first fault in the tables of a generalised release that is to be imported.
--
-- row: one, or none if there is no fault
-- column: fault VARCHAR: what is wrong and where
-- reads: nothing
-- stages: _setrisk_imported_generalised_item(generalised_item, item): members of generalised items
-- stages: _setrisk_imported_generalised_record(record, position, item, generalised_item): entries of records
SELECT faults.fault
FROM (
    SELECT 1 AS step, 'generalised_item: a row lacks its generalised_item or its item' AS fault
    FROM _setrisk_imported_generalised_item AS members
    WHERE members.generalised_item IS NULL OR members.item IS NULL
    UNION ALL
    SELECT 1 AS step, 'generalised_record: an entry has no record or no position' AS fault
    FROM _setrisk_imported_generalised_record AS entries
    WHERE entries.record IS NULL OR entries.position IS NULL
    UNION ALL
    SELECT
        1 AS step,
        'generalised_record: record ' || entries.record || ' has an entry with '
        || CASE WHEN entries.item IS NULL THEN 'neither' ELSE 'both' END || ' item and generalised_item' AS fault
    FROM _setrisk_imported_generalised_record AS entries
    WHERE (entries.item IS NULL) = (entries.generalised_item IS NULL)
    UNION ALL
    SELECT
        1 AS step,
        'generalised_item: there is a generalised item ' || members.generalised_item
        || '; they are numbered from 1' AS fault
    FROM _setrisk_imported_generalised_item AS members
    WHERE members.generalised_item < 1
    UNION ALL
    SELECT
        1 AS step,
        'generalised_record: record ' || entries.record || ' has an entry at position ' || entries.position
        || '; both are numbered from 1' AS fault
    FROM _setrisk_imported_generalised_record AS entries
    WHERE entries.record < 1 OR entries.position < 1
    UNION ALL
    SELECT 2 AS step, 'generalised_item: ' || members.item || ' is a member of two generalised items' AS fault
    FROM _setrisk_imported_generalised_item AS members
    GROUP BY members.item
    HAVING count(*) > 1
    UNION ALL
    SELECT
        2 AS step,
        'generalised_record: record ' || entries.record || ' has two entries at position ' || entries.position AS fault
    FROM _setrisk_imported_generalised_record AS entries
    GROUP BY entries.record, entries.position
    HAVING count(*) > 1
    UNION ALL
    SELECT
        2 AS step,
        'generalised_record: generalised item ' || entries.generalised_item
        || ' has no members in generalised_item' AS fault
    FROM _setrisk_imported_generalised_record AS entries
    ANTI JOIN _setrisk_imported_generalised_item AS members ON members.generalised_item = entries.generalised_item
    WHERE entries.generalised_item IS NOT NULL
) AS faults
-- The fault of a row that lacks a number is NULL here; that it lacks one is a fault of its own.
WHERE faults.fault IS NOT NULL
ORDER BY faults.step, faults.fault
LIMIT 1
