-- budget(dataset)
-- One row: what noisy releases of a data set, and of all that share its budget, have spent of epsilon, those that were
-- dropped included, and what they may spend. For the owner. An error where there neither is nor was such a data set.
--
-- column: dataset VARCHAR
-- column: epsilon_limit DECIMAL(18,9)?: limit and what it leaves are NULL where there is no limit
-- column: spent DECIMAL(19,9)?: limit and what it leaves are NULL where there is no limit
-- column: remaining DECIMAL(20,9)?: limit and what it leaves are NULL where there is no limit
-- column: n_releases BIGINT
-- column: shared_with VARCHAR[]: the other data sets that share it: what setrisk derived from one data set, and the
--     periods of one load
-- reads: originals
SELECT
    known.dataset,
    min(allowed.epsilon_limit) AS epsilon_limit,
    coalesce(CAST(sum(spent.epsilon) AS DECIMAL(18, 9)), 0) AS spent,
    min(allowed.epsilon_limit) - coalesce(CAST(sum(spent.epsilon) AS DECIMAL(18, 9)), 0) AS remaining,
    count(spent.epsilon) AS n_releases,
    list_sort(coalesce(list(DISTINCT sharers.sharer) FILTER (WHERE sharers.sharer <> known.dataset), [])) AS shared_with
FROM setrisk_internal.known_ledger($dataset) AS known
JOIN setrisk_internal.budget_sharers($dataset) AS sharers ON sharers.dataset = known.dataset
LEFT JOIN setrisk_private.budget_limit AS allowed ON allowed.dataset = sharers.sharer
LEFT JOIN setrisk_private.spending AS spent ON spent.dataset = sharers.sharer
GROUP BY known.dataset
