-- loaded_periods(subject, period_column)
-- The data sets that were loaded by the same column of sources of the same name.
--
-- parameter: subject: what the data sets show, by name
-- parameter: period_column: the column of the source that has the period
-- row:    one per data set
-- column: dataset VARCHAR
-- column: period VARCHAR
-- column: position INTEGER, >= 1: 1 for the first period
-- reads:  originals
SELECT snapshots.dataset, snapshots.period, snapshots.position
FROM setrisk_private.snapshot AS snapshots
WHERE snapshots.subject = $subject AND snapshots.period_column = $period_column
