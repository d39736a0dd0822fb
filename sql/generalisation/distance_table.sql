-- distance_table(release, generalised_item, measure := 'self', context := 2, marked := true, k := 2)
-- One row per cell of the distance table of a generalised item (CONTEXT 4.2, Figure 3).
-- An error where there is no such release or measure.
-- record BIGINT: the row; item VARCHAR: the column; distance DOUBLE: NULL where nothing is known
SELECT cells.record, names.item, cells.distance
FROM setrisk.distances($release, measure := $measure, context := $context, marked := $marked, k := $k) AS cells
JOIN setrisk.published_item AS names ON names.item_id = cells.item_id
WHERE names.release = $release AND cells.generalised_item = $generalised_item
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT length(known.name), known.name, CAST(length(known.name) AS DOUBLE)
FROM setrisk.known_names($release, $measure, family := 'generalisation') AS known
WHERE known.name IS NULL
