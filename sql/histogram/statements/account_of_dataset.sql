-- account_of_dataset(dataset)
-- The data set with which another shares a budget.
--
-- row:    one, or none if it has its own
-- column: account VARCHAR
-- reads:  originals
SELECT shared_budgets.account
FROM setrisk_private.shared_budget AS shared_budgets
WHERE shared_budgets.dataset = $dataset
