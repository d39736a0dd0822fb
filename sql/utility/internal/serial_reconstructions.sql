-- serial_reconstructions(release, runs, seed, items)
-- One row per run, record of a serial release and item that the record gets in it: its non-private ones, and the
-- private terms that are drawn for it, of `items` only, or where that is NULL of all.
--
-- row: one per run, record of a serial release and item that the record gets in it
-- column: run BIGINT, >= 1
-- column: record BIGINT
-- column: item_id INTEGER: in the release
-- column: weight INTEGER: 1
-- reads: published
SELECT numbers.run, records.record, records.item_id, 1 AS weight
FROM setrisk.cluster_record AS records
CROSS JOIN setrisk_internal.baseline_runs($runs) AS numbers
WHERE records.release = $release AND records.item_id IS NOT NULL
UNION ALL
SELECT drawn.run, drawn.record, drawn.item_id, 1 AS weight
FROM setrisk_internal.private_draws($release, $runs, $seed, $items) AS drawn
