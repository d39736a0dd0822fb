-- budget_sharers(dataset)
-- One row per data set that shares the budget of a data set, itself included: its people may be the same.
--
-- row: one per data set that shares the budget of a data set, itself included
-- column: dataset VARCHAR: as given
-- column: sharer VARCHAR
-- reads: originals
WITH own AS (
    SELECT coalesce(found.account, $dataset) AS account
    FROM (
        SELECT max(shared.account) AS account
        FROM setrisk_private.shared_budget AS shared
        WHERE shared.dataset = $dataset
    ) AS found
)
SELECT $dataset AS dataset, own.account AS sharer
FROM own
UNION ALL
SELECT $dataset AS dataset, shared.dataset AS sharer
FROM own
JOIN setrisk_private.shared_budget AS shared ON shared.account = own.account
