-- distinct_itemsets(dataset)
-- The histogram of a data set, item by item.
--
-- row:    one per distinct transaction that is not empty, and item of it
-- column: number BIGINT, >= 0: number of the distinct transaction
-- column: occurrences BIGINT, records, >= 1: how many transactions are equal to it
-- column: item_id INTEGER
-- reads:  originals
SELECT itemsets.number, itemsets.occurrences, unnest(itemsets.itemset) AS item_id
FROM (
    SELECT row_number() OVER () - 1 AS number, histogram.itemset, histogram.occurrences
    FROM setrisk.itemset_histogram($dataset) AS histogram
) AS itemsets
