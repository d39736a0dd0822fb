-- count_spending(account)
-- Count one more release that spends from an account. Of two transactions that do this at the same time only one can be
-- committed, because they write the same row.
--
-- writes: setrisk_private.budget_limit
INSERT INTO setrisk_private.budget_limit (dataset, epsilon_limit, n_spendings)
VALUES ($account, NULL, 1)
ON CONFLICT (dataset) DO UPDATE SET n_spendings = n_spendings + 1
