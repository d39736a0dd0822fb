-- staged_itemsets()
-- Distinct itemsets that were counted elsewhere, item by item.
--
-- row:    one per distinct itemset that is not empty, and item of it
-- column: number BIGINT, >= 0: number of the itemset
-- column: occurrences BIGINT, records, >= 1: how many transactions are equal to it
-- column: item_id INTEGER
-- stages: _setrisk_counted(itemset, occurrences): the itemsets, of numbers of the dictionary
SELECT itemsets.number, itemsets.occurrences, unnest(itemsets.itemset) AS item_id
FROM (
    SELECT row_number() OVER () - 1 AS number, counts.itemset, counts.occurrences
    FROM _setrisk_counted AS counts
) AS itemsets
