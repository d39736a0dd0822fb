-- serial_reconstructions(release, reconstructions, seed, items)
-- Random reconstructions of a serial release: the non-sensitive items of each record, and the sensitive items that are
-- drawn for it.
--
-- parameter: items: a list of the only sensitive items to draw, or NULL for all
-- row: one per reconstruction, record and item of the record
-- column: reconstruction BIGINT, >= 1
-- column: record BIGINT, >= 1
-- column: item_id INTEGER: in the release
-- column: weight INTEGER, records, >= 1: always 1
-- reads: published
-- source: SANONY Definition 4
SELECT numbers.draw AS reconstruction, records.record, records.item_id, 1 AS weight
FROM setrisk.cluster_record AS records
CROSS JOIN setrisk_internal.numbered_draws('reconstructions', $reconstructions) AS numbers
WHERE records.release = $release AND records.item_id IS NOT NULL
UNION ALL
SELECT draws.reconstruction, draws.record, draws.item_id, 1 AS weight
FROM setrisk_internal.sensitive_draws($release, $reconstructions, $seed, $items) AS draws
