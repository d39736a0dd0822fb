-- forget_budget(account)
-- Forget what was spent from an account, its limit, and the dropped data sets that shared it. Data sets that are still
-- there go on sharing it.
--
-- reads:  originals
-- writes: setrisk_private.spending setrisk_private.budget_limit setrisk_private.shared_budget
DELETE FROM setrisk_private.spending AS spending
WHERE spending.dataset IN (SELECT sharers.sharer FROM setrisk_internal.budget_sharers($account) AS sharers);

DELETE FROM setrisk_private.budget_limit AS limits
WHERE limits.dataset IN (SELECT sharers.sharer FROM setrisk_internal.budget_sharers($account) AS sharers);

DELETE FROM setrisk_private.shared_budget AS shares
WHERE shares.account = $account
    AND shares.dataset NOT IN (SELECT datasets.dataset FROM setrisk_private.dataset AS datasets)
