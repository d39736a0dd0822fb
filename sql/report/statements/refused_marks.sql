-- refused_marks(release)
-- Why the marks and the series of a release speak against publishing it, whatever attacks were run.
--
-- row:    one per reason
-- column: refusal VARCHAR
-- column: reason VARCHAR
-- reads:  originals
SELECT refusals.refusal, refusals.reason
FROM setrisk_internal.refusals_without_limits($release) AS refusals
