-- named_larger_itemsets(dataset, smallest, largest)
-- One row per itemset of `smallest` to `largest` items, three or more, that some transaction of the data set holds.
--
-- row: one per itemset of `smallest` to `largest` items, three or more, that some transaction of the data set holds
-- column: items VARCHAR[]: the itemset, in item order
-- column: support BIGINT: transactions that hold it
-- reads: originals
SELECT
    list_transform(list_sort(list({'item_id': members.item_id, 'item': names.item})), lambda member: member.item) AS items,
    members.support
FROM (
    SELECT larger.items AS itemset, unnest(larger.items) AS item_id, larger.support
    FROM setrisk_internal.larger_itemsets($dataset, $smallest, $largest) AS larger
) AS members
JOIN setrisk_private.item AS names ON names.item_id = members.item_id
GROUP BY members.itemset, members.support
