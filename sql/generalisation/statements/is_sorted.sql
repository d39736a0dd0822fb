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
        named.item > lag(named.item) OVER (PARTITION BY named.tid ORDER BY named.position) AS by_name,
        CASE
            WHEN lag(named.item) OVER (PARTITION BY named.tid ORDER BY named.position) IS NULL THEN true
            ELSE try_cast(named.item AS DOUBLE)
                > try_cast(lag(named.item) OVER (PARTITION BY named.tid ORDER BY named.position) AS DOUBLE)
        END AS by_number
    FROM (
        SELECT held.tid, held.position, names.item
        FROM setrisk_private.transaction_item AS held
        JOIN setrisk_private.item AS names ON names.item_id = held.item_id
        WHERE held.dataset = $dataset
    ) AS named
) AS pairs
