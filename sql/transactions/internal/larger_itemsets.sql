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
WITH entries AS MATERIALIZED (
    SELECT entry.tid AS owner, entry.item_id
    FROM setrisk_private.transaction_item AS entry
    JOIN (
        SELECT counted.tid
        FROM setrisk_private.transaction_item AS counted
        WHERE counted.dataset = $dataset
        GROUP BY counted.tid
        HAVING count(*) >= greatest($smallest, 3)
    ) AS long_enough ON long_enough.tid = entry.tid
    WHERE entry.dataset = $dataset AND $largest >= 3
)
SELECT setrisk_internal.listed_items(counted.prefix, counted.item_id) AS items, counted.support
FROM (
    SELECT grown.prefix, grown.item_id, count(*) AS support
    FROM setrisk_internal.grown_itemsets('entries', $largest) AS grown
    WHERE grown.size >= 3 AND grown.size >= $smallest
    GROUP BY grown.prefix, grown.item_id
) AS counted
