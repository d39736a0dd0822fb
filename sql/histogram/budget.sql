-- budget(dataset)
-- One row: what noisy releases of a data set have spent of epsilon, those that were dropped included, and what they may
-- spend. For the owner.
-- An error where there neither is nor was such a data set.
-- dataset VARCHAR; epsilon_limit, spent, remaining DECIMAL: limit and what it leaves are NULL where there is no limit;
-- n_releases BIGINT
SELECT
    known.dataset,
    max(allowed.epsilon_limit) AS epsilon_limit,
    coalesce(CAST(sum(spent.epsilon) AS DECIMAL(18, 9)), 0) AS spent,
    max(allowed.epsilon_limit) - coalesce(CAST(sum(spent.epsilon) AS DECIMAL(18, 9)), 0) AS remaining,
    count(spent.epsilon) AS n_releases
FROM setrisk.known_ledger($dataset) AS known
LEFT JOIN setrisk_private.budget_limit AS allowed ON allowed.dataset = known.dataset
LEFT JOIN setrisk_private.spending AS spent ON spent.dataset = known.dataset
GROUP BY known.dataset
