-- write_snapshot(dataset, subject, period_column, period, position)
-- Keep that a data set is one of several that were loaded by period, and its place among them.
--
-- parameter: subject: what the data sets show, by name
-- parameter: period_column: the column of the source that has the period
-- parameter: period: that of the data set
-- parameter: position: 1 for the first period
-- reads: nothing
-- writes: setrisk_private.snapshot
INSERT INTO setrisk_private.snapshot (dataset, subject, period_column, period, position)
SELECT $dataset, $subject, $period_column, $period, $position
