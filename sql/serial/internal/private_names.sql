-- private_names(series)
-- One row per release of the series and item that it takes for private; of a release that was imported, those that it
-- publishes as such.
--
-- row: one per release of the series and item that it takes for private; of a release that was imported, those that it
--     publishes as such
-- column: release VARCHAR
-- column: item VARCHAR
-- reads: originals
SELECT listed.release, names.item
FROM setrisk.series AS listed
JOIN setrisk_private.private_item AS hidden ON hidden.release = listed.release
JOIN setrisk_private.item AS names ON names.item_id = hidden.item_id
WHERE listed.series = $series
UNION
SELECT listed.release, shown.item
FROM setrisk.series AS listed
JOIN setrisk.private_term AS terms ON terms.release = listed.release
JOIN setrisk.published_item AS shown ON shown.release = terms.release AND shown.item_id = terms.item_id
WHERE listed.series = $series
