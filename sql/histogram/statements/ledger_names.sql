-- ledger_names(name)
-- The names of all data sets that are loaded, or have a budget, or share one; or whether one of them has a name.
--
-- parameter: name: the only one that is asked for, or NULL for all
-- row:       one per name
-- column:    name VARCHAR
-- reads:     originals
SELECT datasets.name
FROM (
    SELECT datasets.dataset AS name FROM setrisk_private.dataset AS datasets
    UNION
    SELECT limits.dataset AS name FROM setrisk_private.budget_limit AS limits
    UNION
    SELECT shares.dataset AS name FROM setrisk_private.shared_budget AS shares
    UNION
    SELECT shares.account AS name FROM setrisk_private.shared_budget AS shares
) AS datasets
WHERE $name IS NULL OR datasets.name = $name
ORDER BY datasets.name
