-- transaction_count(dataset)
-- How many transactions a data set has.
--
-- row:    one
-- column: n_transactions BIGINT, transactions, >= 1
-- reads:  originals
SELECT datasets.n_transactions
FROM setrisk_private.dataset AS datasets
WHERE datasets.dataset = $dataset
