-- larger_itemsets(dataset, smallest, largest)
-- One row per itemset of `smallest` to `largest` items, three or more, that some transaction of the data set holds.
--
-- row: one per itemset of `smallest` to `largest` items, three or more, that some transaction of the data set holds
-- column: items INTEGER[]: item numbers, ascending
-- column: support BIGINT: transactions that hold them all
-- reads: originals
WITH RECURSIVE grown AS (
    SELECT held.tid, [held.item_id] AS items, held.item_id AS last_item, 1 AS size
    FROM setrisk_private.transaction_item AS held
    JOIN (
        SELECT counted.tid
        FROM setrisk_private.transaction_item AS counted
        WHERE counted.dataset = $dataset
        GROUP BY counted.tid
        HAVING count(*) >= greatest($smallest, 3)
    ) AS long_enough ON long_enough.tid = held.tid
    WHERE held.dataset = $dataset AND $largest >= 3
    UNION ALL
    SELECT shorter.tid, list_append(shorter.items, held.item_id), held.item_id, shorter.size + 1
    FROM grown AS shorter
    JOIN setrisk_private.transaction_item AS held ON held.tid = shorter.tid AND held.item_id > shorter.last_item
    WHERE held.dataset = $dataset AND shorter.size < $largest
)
SELECT grown.items, count(*) AS support
FROM grown
WHERE grown.size >= 3 AND grown.size >= $smallest
GROUP BY grown.items
