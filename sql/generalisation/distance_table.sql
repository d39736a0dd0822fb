-- distance_table(release, generalised_item, measure := 'self', context := 2, marked := true, k := 2)
-- One row per cell of the distance table of a generalised item (CONTEXT 4.2, Figure 3). An error where there is no such
-- release or measure.
--
-- row: one per cell of the distance table of a generalised item (CONTEXT 4.2, Figure 3)
-- column: record BIGINT: the row
-- column: item VARCHAR: the column
-- column: distance DOUBLE?: NULL where nothing is known
-- checks: known_names($release, $measure, family := 'generalisation')
-- reads: published
SELECT cells.record, names.item, cells.distance
FROM setrisk_internal.distances($release, measure := $measure, context := $context, marked := $marked, k := $k) AS cells
JOIN setrisk.published_item AS names ON names.item_id = cells.item_id
WHERE names.release = $release AND cells.generalised_item = $generalised_item
