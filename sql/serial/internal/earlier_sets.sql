-- earlier_sets(series, release)
-- One row per distinct non-private set of the other releases of the series, in the owner's numbers.
--
-- row: one per distinct non-private set of the other releases of the series, in the owner's numbers
-- column: items INTEGER[]: ascending
-- reads: originals
SELECT DISTINCT sets.items
FROM (
    SELECT list_sort(list(names.item_id)) AS items
    FROM setrisk.series AS listed
    JOIN setrisk.cluster_record AS records ON records.release = listed.release
    JOIN setrisk.published_item AS shown ON shown.release = records.release AND shown.item_id = records.item_id
    JOIN setrisk_private.item AS names ON names.item = shown.item
    WHERE listed.series = $series AND listed.release <> $release
    GROUP BY listed.release, records.record
) AS sets
