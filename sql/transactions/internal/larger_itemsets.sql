-- larger_itemsets(dataset, smallest, largest)
-- How many transactions of a data set contain each itemset of three or more items, within a range of sizes. Itemsets
-- that no transaction contains are left out.
--
-- parameter: smallest: least number of items; values below 3 are taken as 3
-- parameter: largest: largest number of items; no rows if it is below 3
-- row: one per itemset of the asked sizes that at least one transaction contains
-- column: items INTEGER[]: the item numbers, in ascending order
-- column: support BIGINT, transactions, >= 1: those that contain the itemset
-- reads: originals
WITH RECURSIVE grown AS (
    SELECT entry.tid, [entry.item_id] AS items, entry.item_id AS last_item, 1 AS size
    FROM setrisk_private.transaction_item AS entry
    JOIN (
        SELECT counted.tid
        FROM setrisk_private.transaction_item AS counted
        WHERE counted.dataset = $dataset
        GROUP BY counted.tid
        HAVING count(*) >= greatest($smallest, 3)
    ) AS long_enough ON long_enough.tid = entry.tid
    WHERE entry.dataset = $dataset AND $largest >= 3
    UNION ALL
    SELECT shorter.tid, list_append(shorter.items, entry.item_id), entry.item_id, shorter.size + 1
    FROM grown AS shorter
    JOIN setrisk_private.transaction_item AS entry ON entry.tid = shorter.tid AND entry.item_id > shorter.last_item
    WHERE entry.dataset = $dataset AND shorter.size < $largest
)
SELECT grown.items, count(*) AS support
FROM grown
WHERE grown.size >= 3 AND grown.size >= $smallest
GROUP BY grown.items
