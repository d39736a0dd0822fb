-- is_sorted(dataset)
-- Whether every transaction of a data set lists its items in ascending order, of names or of numbers. The position of a
-- generalised item among its neighbours would then show which of its members is the original one.
--
-- row:    one
-- column: is_sorted BOOLEAN
-- reads:  originals
SELECT
    coalesce(bool_and(pairs.by_name), true) OR coalesce(bool_and(coalesce(pairs.by_number, false)), true) AS is_sorted
FROM (
    SELECT
        entries.item > lag(entries.item) OVER (PARTITION BY entries.tid ORDER BY entries.position) AS by_name,
        CASE
            WHEN lag(entries.item) OVER (PARTITION BY entries.tid ORDER BY entries.position) IS NULL THEN true
            ELSE try_cast(entries.item AS DOUBLE)
                > try_cast(lag(entries.item) OVER (PARTITION BY entries.tid ORDER BY entries.position) AS DOUBLE)
        END AS by_number
    FROM (
        SELECT entries.tid, entries.position, items.item
        FROM setrisk_private.transaction_item AS entries
        JOIN setrisk_private.item AS items ON items.item_id = entries.item_id
        WHERE entries.dataset = $dataset
    ) AS entries
) AS pairs
