-- known_ledger(dataset)
-- The name of a data set that may have a privacy budget: it is loaded, or was loaded and has a budget, or others share
-- its budget. Any other name is an error.
--
-- row: one
-- column: dataset VARCHAR
-- reads: originals
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) > 0 THEN $dataset
        ELSE error('there is no data set ' || coalesce($dataset, 'NULL') || ', and there was none with a budget')
    END AS dataset
FROM (
    SELECT loaded.dataset FROM setrisk_private.dataset AS loaded WHERE loaded.dataset = $dataset
    UNION ALL
    SELECT budget.dataset FROM setrisk_private.budget_limit AS budget WHERE budget.dataset = $dataset
    UNION ALL
    SELECT shared.dataset
    FROM setrisk_private.shared_budget AS shared
    WHERE $dataset IN (shared.dataset, shared.account)
) AS named
