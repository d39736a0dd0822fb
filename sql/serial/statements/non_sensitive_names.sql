-- non_sensitive_names(series)
-- The items that the releases of a series show together with the records that hold them.
--
-- row:    one per item
-- column: item VARCHAR
-- reads:  published
SELECT DISTINCT names.item
FROM setrisk.series AS members
JOIN setrisk.cluster_record AS records ON records.release = members.release
JOIN setrisk.published_item AS names ON names.release = records.release AND names.item_id = records.item_id
WHERE members.series = $series
