-- is_known_to_ledger(dataset)
-- Whether a data set is loaded, or has a budget, or shares one with a data set that has.
--
-- row:    one
-- column: is_known BOOLEAN
-- reads:  originals
SELECT
    EXISTS (SELECT datasets.dataset FROM setrisk_private.dataset AS datasets WHERE datasets.dataset = $dataset)
    OR EXISTS (SELECT limits.dataset FROM setrisk_private.budget_limit AS limits WHERE limits.dataset = $dataset)
    OR EXISTS (
        SELECT shares.dataset
        FROM setrisk_private.shared_budget AS shares
        WHERE $dataset IN (shares.dataset, shares.account)
    ) AS is_known
