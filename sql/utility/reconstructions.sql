-- reconstructions(release, runs := 1, seed := 0, items := NULL)
-- Random records that agree with what a release publishes. They use nothing else, and have one shape for all families:
-- data that were generalised, published in chunks, or noisily counted.
--
-- parameter: release: a release of any family, made here or imported
-- parameter: runs: reconstructions to draw, 1 to 10,000
-- parameter: seed: seed of the draws, at least 0
-- parameter: items: a list of the only items to draw, or NULL for all
-- row: one per run, record and item of the record
-- column: run BIGINT, >= 1: number of the reconstruction
-- column: record BIGINT, >= 1: number of the record within the reconstruction
-- column: item VARCHAR: item of the record
-- column: weight BIGINT, records, >= 1: how many equal records this one represents
-- checks: known_release($release)
-- reads: published
-- page: utility.md
-- example: FROM setrisk.reconstructions('r1')
SELECT records.run, records.record, names.item, records.weight
FROM (
    SELECT parts.run, parts.record, parts.item_id, parts.weight
    FROM setrisk_internal.generalisation_reconstructions($release, $runs, $seed) AS parts
    UNION ALL
    SELECT parts.run, parts.record, parts.item_id, parts.weight
    FROM setrisk_internal.disassociation_reconstructions($release, $runs, $seed) AS parts
    UNION ALL
    SELECT parts.run, parts.record, parts.item_id, parts.weight
    FROM setrisk_internal.serial_reconstructions($release, $runs, $seed, $items) AS parts
    UNION ALL
    SELECT parts.run, parts.record, parts.item_id, parts.weight
    FROM setrisk_internal.histogram_reconstructions($release, $runs, $seed) AS parts
) AS records
JOIN setrisk.published_item AS names ON names.item_id = records.item_id
WHERE names.release = $release AND coalesce(list_contains(CAST($items AS VARCHAR[]), names.item), true)
