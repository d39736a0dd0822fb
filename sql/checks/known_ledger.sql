-- known_ledger(dataset)
-- One row with the name of a data set that is loaded, or that was and has a budget, or of one whose budget others
-- share; an error for any other.
--
-- column: dataset VARCHAR
-- reads: originals
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) > 0 THEN $dataset
        ELSE error('there is no data set ' || coalesce($dataset, 'NULL') || ', and there was none with a budget')
    END AS dataset
FROM (
    SELECT held.dataset FROM setrisk_private.dataset AS held WHERE held.dataset = $dataset
    UNION ALL
    SELECT allowed.dataset FROM setrisk_private.budget_limit AS allowed WHERE allowed.dataset = $dataset
    UNION ALL
    SELECT shared.dataset FROM setrisk_private.shared_budget AS shared WHERE $dataset IN (shared.dataset, shared.account)
) AS named
