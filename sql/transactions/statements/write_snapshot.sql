-- write_snapshot(dataset, subject, position)
-- Keep that a data set is one of several that were loaded by period, and its place among them.
--
-- parameter: subject: what the data sets show, by name
-- parameter: position: 1 for the first period
-- reads: nothing
-- writes: setrisk_private.snapshot
INSERT INTO setrisk_private.snapshot (dataset, subject, position)
SELECT $dataset, $subject, $position
