-- protected_item_faults()
-- The first fault in the sensitive items of a release that is to be imported.
--
-- row: one, or none if there is no fault
-- column: fault VARCHAR: what is wrong and where
-- reads: nothing
-- stages: _setrisk_imported_protected_item(item): the sensitive items
-- stages: _setrisk_imported_generalised_record(record, position, item, generalised_item): entries of records
SELECT faults.fault
FROM (
    SELECT 1 AS step, 'protected_item: a row lacks its item' AS fault
    FROM _setrisk_imported_protected_item AS sensitive_items
    WHERE sensitive_items.item IS NULL
    UNION ALL
    SELECT 2 AS step, 'protected_item: ' || sensitive_items.item || ' is there twice' AS fault
    FROM _setrisk_imported_protected_item AS sensitive_items
    GROUP BY sensitive_items.item
    HAVING count(*) > 1
    UNION ALL
    SELECT 3 AS step, 'protected_item: no record shows ' || sensitive_items.item AS fault
    FROM _setrisk_imported_protected_item AS sensitive_items
    ANTI JOIN _setrisk_imported_generalised_record AS entries ON entries.item = sensitive_items.item
) AS faults
-- The fault of a row that lacks its item is NULL here; that it lacks one is a fault of its own.
WHERE faults.fault IS NOT NULL
ORDER BY faults.step, faults.fault
LIMIT 1
