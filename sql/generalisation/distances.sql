-- distances(release, measure := 'self', context := 2, marked := true, k := 2)
-- One row per cell of the distance tables of a release: the mean distance between a member of a generalised item and
-- the context items of a record that holds it (CONTEXT formula 2, THESIS 3.3).
-- An error where there is no such release or measure.
-- generalised_item BIGINT; record BIGINT; item_id INTEGER: the member; distance DOUBLE: NULL where nothing is known
SELECT cells.generalised_item, cells.record, cells.item_id, avg(known.distance) AS distance
FROM (
    SELECT entries.generalised_item, entries.record, members.item_id
    FROM setrisk.attacked_entries($release, marked := $marked, k := $k) AS entries
    JOIN setrisk.attacked_items($release, marked := $marked, k := $k) AS members
        ON members.generalised_item = entries.generalised_item
) AS cells
LEFT JOIN (
    SELECT near.record, near.generalised_item, members.item_id, pairs.distance
    FROM setrisk.context_items($release, context := $context, marked := $marked, k := $k) AS near
    JOIN setrisk.self_distances($release, context := $context, marked := $marked, k := $k) AS pairs
        ON pairs.item_id = near.item_id AND pairs.generalised_item = near.generalised_item
    JOIN setrisk.attacked_items($release, marked := $marked, k := $k) AS members
        ON members.generalised_item = near.generalised_item
    WHERE $measure = 'self'
    UNION ALL
    SELECT scored.record, scored.generalised_item, scored.item_id, scored.distance
    FROM setrisk.scored_distances($release, $measure, context := $context, marked := $marked, k := $k) AS scored
    WHERE $measure <> 'self'
) AS known
    ON known.generalised_item = cells.generalised_item
    AND known.record = cells.record
    AND known.item_id = cells.item_id
GROUP BY cells.generalised_item, cells.record, cells.item_id
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT length(known.name), length(known.name), CAST(length(known.name) AS INTEGER), CAST(length(known.name) AS DOUBLE)
FROM setrisk.known_names($release, $measure, family := 'generalisation') AS known
WHERE known.name IS NULL
