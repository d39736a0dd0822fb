-- refused_marks(release)
-- Why the marks and the series of a release speak against publishing it, whatever attacks were run.
--
-- row:    one per reason
-- column: refusal VARCHAR
-- column: reason VARCHAR
-- reads:  originals
SELECT refusals.refusal, refusals.reason
FROM setrisk.refusals($release) AS refusals
WHERE refusals.refusal <> 'not_attacked'
