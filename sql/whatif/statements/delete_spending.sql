-- delete_spending(earlier)
-- Forget what a tried release has spent, on the copy of the database that it was tried on.
--
-- parameter: earlier: the runs that had spent something before, which stay
-- row:       one per run that is forgotten
-- column:    run UUID
-- writes:    setrisk_private.spending
DELETE FROM setrisk_private.spending AS spending
WHERE spending.run IS NOT NULL AND NOT list_contains($earlier, spending.run)
RETURNING spending.run
