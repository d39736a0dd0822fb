-- budget_sharers(dataset)
-- The data sets that share the budget of a data set, itself included, because they may hold the same people.
--
-- row:    one per data set that shares the budget, or did before it was dropped
-- column: dataset VARCHAR: the parameter
-- column: sharer VARCHAR
-- reads:  originals
WITH accounts AS (
    SELECT coalesce(accounts.account, $dataset) AS account
    FROM (
        SELECT max(shares.account) AS account
        FROM setrisk_private.shared_budget AS shares
        WHERE shares.dataset = $dataset
    ) AS accounts
)
SELECT $dataset AS dataset, accounts.account AS sharer
FROM accounts
UNION ALL
SELECT $dataset AS dataset, shares.dataset AS sharer
FROM accounts
JOIN setrisk_private.shared_budget AS shares ON shares.account = accounts.account
