-- distances(release, knowledge, view)
-- The distance tables of a release: how far each member of a generalised item is, on average, from the context items of
-- a record that shows it.
--
-- row:    one per record, generalised item that it shows, and member of it
-- column: generalised_item BIGINT, >= 1
-- column: record BIGINT, >= 1
-- column: item_id INTEGER: the member
-- column: distance DOUBLE?, >= 0: NULL if it is unknown
-- checks: known_names($release, $knowledge, family := 'generalisation')
-- reads:  published
-- source: CONTEXT formula 2; THESIS 3.3
SELECT cells.generalised_item, cells.record, cells.item_id, avg(context_distances.distance) AS distance
FROM (
    SELECT entries.generalised_item, entries.record, members.item_id
    FROM setrisk_internal.attacked_entries($release, $view) AS entries
    JOIN setrisk_internal.attacked_items($release, $view) AS members
        ON members.generalised_item = entries.generalised_item
) AS cells
LEFT JOIN (
    SELECT contexts.record, contexts.generalised_item, members.item_id, contexts.distance
    FROM setrisk_internal.self_distances($release, $view) AS contexts
    JOIN setrisk_internal.attacked_items($release, $view) AS members
        ON members.generalised_item = contexts.generalised_item
    WHERE $knowledge = 'self'
    UNION ALL
    SELECT scores.record, scores.generalised_item, scores.item_id, scores.distance
    FROM setrisk_internal.scored_distances($release, $knowledge, $view) AS scores
    WHERE $knowledge <> 'self'
) AS context_distances
    ON context_distances.generalised_item = cells.generalised_item
    AND context_distances.record = cells.record
    AND context_distances.item_id = cells.item_id
GROUP BY cells.generalised_item, cells.record, cells.item_id
