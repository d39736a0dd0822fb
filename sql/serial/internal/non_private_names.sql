-- non_private_names(series)
-- One row per release of the series and item that it shows with the records that hold it.
--
-- row: one per release of the series and item that it shows with the records that hold it
-- column: release VARCHAR
-- column: item VARCHAR
-- reads: published
SELECT DISTINCT listed.release, shown.item
FROM setrisk.series AS listed
JOIN setrisk.cluster_record AS records ON records.release = listed.release
JOIN setrisk.published_item AS shown ON shown.release = records.release AND shown.item_id = records.item_id
WHERE listed.series = $series
