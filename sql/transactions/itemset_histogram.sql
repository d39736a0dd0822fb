-- itemset_histogram(dataset)
-- Distinct transactions of a data set, with their counts. Empty transactions are left out.
--
-- parameter: dataset: a loaded data set
-- row: one per distinct transaction that has at least one item
-- column: itemset INTEGER[]: the item numbers, in ascending order
-- column: occurrences BIGINT, transactions, >= 1: those that have exactly these items
-- checks: known_dataset($dataset)
-- reads: originals
-- source: APL 3.1
-- page: transactions.md
-- example: FROM setrisk.itemset_histogram('visits')
SELECT transactions.items AS itemset, transactions.occurrences
FROM setrisk_internal.distinct_transactions($dataset) AS transactions
