-- give_back(run)
-- Remove from the ledger what a run was going to spend.
--
-- writes: setrisk_private.spending
DELETE FROM setrisk_private.spending AS spending WHERE spending.run = $run
