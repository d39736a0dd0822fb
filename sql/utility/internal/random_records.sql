-- random_records(release, reconstructions, seed, items)
-- Random records that agree with what a release publishes, of any family. It has no row of an item that the release
-- does not show.
--
-- parameter: items: a list of the only items to draw, or NULL for all
-- row: one per reconstruction, record and item of the record
-- column: reconstruction BIGINT, >= 1
-- column: record BIGINT, >= 1
-- column: item VARCHAR
-- column: weight BIGINT, records, >= 1: how many equal records this one represents
-- reads: published
SELECT records.reconstruction, records.record, names.item, records.weight
FROM (
    SELECT parts.reconstruction, parts.record, parts.item_id, parts.weight
    FROM setrisk_internal.generalisation_reconstructions($release, $reconstructions, $seed) AS parts
    UNION ALL
    SELECT parts.reconstruction, parts.record, parts.item_id, parts.weight
    FROM setrisk_internal.disassociation_reconstructions($release, $reconstructions, $seed) AS parts
    UNION ALL
    SELECT parts.reconstruction, parts.record, parts.item_id, parts.weight
    FROM setrisk_internal.serial_reconstructions($release, $reconstructions, $seed, $items) AS parts
    UNION ALL
    SELECT parts.reconstruction, parts.record, parts.item_id, parts.weight
    FROM setrisk_internal.histogram_reconstructions($release, $reconstructions, $seed) AS parts
) AS records
JOIN setrisk.published_item AS names ON names.item_id = records.item_id
WHERE names.release = $release AND coalesce(list_contains(CAST($items AS VARCHAR[]), names.item), true)
