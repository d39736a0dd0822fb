-- spent_together(release)
-- What the noisy releases that share the budget of a noisy release have spent.
--
-- row:    one, or none, if the ledger does not have the release, or has no other one of its budget
-- column: epsilon DECIMAL(38,9), epsilon, > 0: of all of them, the release itself included
-- column: n_releases BIGINT, releases, >= 2
-- reads:  originals
SELECT CAST(sum(spendings.epsilon) AS DECIMAL(38, 9)) AS epsilon, count(*) AS n_releases
FROM setrisk.release AS releases
CROSS JOIN LATERAL setrisk_internal.budget_sharers(releases.dataset) AS sharers
JOIN setrisk_private.spending AS spendings ON spendings.dataset = sharers.sharer
WHERE releases.release = $release
    AND EXISTS (
        SELECT own_spendings.release
        FROM setrisk_private.spending AS own_spendings
        WHERE own_spendings.dataset = releases.dataset
            AND own_spendings.release = releases.release
            AND own_spendings.spent_at <= releases.created_at
    )
HAVING count(*) > 1
