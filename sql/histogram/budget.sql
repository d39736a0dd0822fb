-- budget(dataset)
-- How much epsilon a data set has spent and may spend. For the owner of the data. Data sets that setrisk derived from
-- one another, and all periods of one load, share one budget; the ledger does not know of other data sets with the same
-- people. Releases and data sets that were dropped still count, because what is published cannot be taken back.
--
-- parameter: dataset: a data set, loaded or dropped, or the name under which periods were loaded
-- row:       one
-- column:    dataset VARCHAR: the data set
-- column:    epsilon_limit DECIMAL(18,9)?, epsilon, > 0: the most that all releases may spend together; NULL without a
--     limit
-- column:    spent DECIMAL(19,9), epsilon, >= 0: what they have spent so far
-- column:    remaining DECIMAL(20,9)?, epsilon: limit minus spent, negative if the limit was lowered; NULL without a
--     limit
-- column:    n_releases BIGINT, releases, >= 0: noisy releases that have spent something
-- column:    shared_with VARCHAR[]: the other data sets that share the budget, in order
-- checks:    known_ledger($dataset)
-- reads:     originals
-- page:      histogram.md
-- example:   FROM setrisk.budget('visits')
SELECT
    sharers.dataset,
    min(limits.epsilon_limit) AS epsilon_limit,
    coalesce(CAST(sum(spending.epsilon) AS DECIMAL(18, 9)), 0) AS spent,
    min(limits.epsilon_limit) - coalesce(CAST(sum(spending.epsilon) AS DECIMAL(18, 9)), 0) AS remaining,
    count(spending.epsilon) AS n_releases,
    list_sort(
        coalesce(list(DISTINCT sharers.sharer) FILTER (WHERE sharers.sharer <> sharers.dataset), [])
    ) AS shared_with
FROM setrisk_internal.budget_sharers($dataset) AS sharers
LEFT JOIN setrisk_private.budget_limit AS limits ON limits.dataset = sharers.sharer
LEFT JOIN setrisk_private.spending AS spending ON spending.dataset = sharers.sharer
GROUP BY sharers.dataset
