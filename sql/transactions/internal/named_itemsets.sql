-- named_itemsets(itemsets, item_names)
-- Itemsets with the names of their items: all columns of `itemsets`, and one more. Joining names to the rows afterwards
-- would take twice as long.
--
-- parameter: itemsets: the name of a CTE of the caller with the column itemset INTEGER[], and any others
-- parameter: item_names: the name of a CTE of the caller with the columns item_id and item
-- row:    one per different row of `itemsets`; none for empty itemsets
-- column: itemset INTEGER[]: the numbers of the items
-- column: items VARCHAR[]: their names, in the order of the numbers
-- reads:  nothing, $itemsets: originals, $item_names: originals
-- duckdb only: query_table
SELECT
    members.* EXCLUDE (member_id),
    list_transform(
        list_sort(list({'item_id': members.member_id, 'item': names.item})), lambda member: member.item
    ) AS items
FROM (
    SELECT itemset_rows.*, unnest(itemset_rows.itemset) AS member_id
    FROM query_table($itemsets) AS itemset_rows
) AS members
-- No row is lost for want of a name: it may be a person at risk.
LEFT JOIN query_table($item_names) AS names ON names.item_id = members.member_id
GROUP BY ALL
