-- ledger_names()
-- The names of all data sets that are loaded, or have a budget, or share one.
--
-- row:       one per name
-- column:    name VARCHAR
-- reads:     originals
SELECT datasets.dataset AS name FROM setrisk_private.dataset AS datasets
UNION
SELECT limits.dataset AS name FROM setrisk_private.budget_limit AS limits
UNION
SELECT shares.dataset AS name FROM setrisk_private.shared_budget AS shares
UNION
SELECT shares.account AS name FROM setrisk_private.shared_budget AS shares
ORDER BY name
