-- earlier_sets(series, release)
-- The distinct sets of non-sensitive items that the other releases of a series show, with the owner's item numbers.
--
-- row:    one per distinct set
-- column: items INTEGER[]: ascending
-- reads:  originals
SELECT DISTINCT sets.items
FROM (
    SELECT list_sort(list(items.item_id)) AS items
    FROM setrisk.series AS members
    JOIN setrisk.cluster_record AS records ON records.release = members.release
    JOIN setrisk.published_item AS names ON names.release = records.release AND names.item_id = records.item_id
    JOIN setrisk_private.item AS items ON items.item = names.item
    WHERE members.series = $series AND members.release <> $release
    GROUP BY members.release, records.record
) AS sets
ORDER BY sets.items
