-- set_limit(account, epsilon_limit)
-- Limit what may be spent from an account, in place of the limits that its data sets had before they shared it.
--
-- parameter: epsilon_limit: NULL for no limit
-- reads:     originals
-- writes:    setrisk_private.budget_limit
UPDATE setrisk_private.budget_limit AS limits SET epsilon_limit = NULL
WHERE limits.dataset IN (SELECT sharers.sharer FROM setrisk_internal.budget_sharers($account) AS sharers);

INSERT INTO setrisk_private.budget_limit (dataset, epsilon_limit, n_spendings)
VALUES ($account, $epsilon_limit, 0)
ON CONFLICT (dataset) DO UPDATE SET epsilon_limit = excluded.epsilon_limit
