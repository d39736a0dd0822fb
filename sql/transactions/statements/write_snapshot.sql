-- write_snapshot(dataset, source, position)
-- Keep that a data set is one of several that were loaded from the same source by period, and its place among them.
--
-- parameter: source: what the data sets have in common, by name
-- parameter: position: 1 for the first period
-- reads: nothing
-- writes: setrisk_private.snapshot
INSERT INTO setrisk_private.snapshot (dataset, source, position)
SELECT $dataset, $source, $position
