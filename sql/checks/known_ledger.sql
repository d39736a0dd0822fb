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
    SELECT datasets.dataset FROM setrisk_private.dataset AS datasets WHERE datasets.dataset = $dataset
    UNION ALL
    SELECT limits.dataset FROM setrisk_private.budget_limit AS limits WHERE limits.dataset = $dataset
    UNION ALL
    SELECT shares.dataset
    FROM setrisk_private.shared_budget AS shares
    WHERE $dataset IN (shares.dataset, shares.account)
) AS names
