-- distances(release, knowledge := 'self', context := 2, labelled := true, unlabelled_k := 2)
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
    FROM setrisk_internal.attacked_entries($release, labelled := $labelled, unlabelled_k := $unlabelled_k) AS entries
    JOIN setrisk_internal.attacked_items($release, labelled := $labelled, unlabelled_k := $unlabelled_k) AS members
        ON members.generalised_item = entries.generalised_item
) AS cells
LEFT JOIN (
    SELECT context_items.record, context_items.generalised_item, members.item_id, pairs.distance
    FROM setrisk_internal.context_items(
        $release, context := $context, labelled := $labelled, unlabelled_k := $unlabelled_k
    ) AS context_items
    JOIN setrisk_internal.self_distances(
        $release, context := $context, labelled := $labelled, unlabelled_k := $unlabelled_k
    ) AS pairs
        ON pairs.item_id = context_items.item_id AND pairs.generalised_item = context_items.generalised_item
    JOIN setrisk_internal.attacked_items($release, labelled := $labelled, unlabelled_k := $unlabelled_k) AS members
        ON members.generalised_item = context_items.generalised_item
    WHERE $knowledge = 'self'
    UNION ALL
    SELECT scores.record, scores.generalised_item, scores.item_id, scores.distance
    FROM setrisk_internal.scored_distances(
        $release, $knowledge, context := $context, labelled := $labelled, unlabelled_k := $unlabelled_k
    ) AS scores
    WHERE $knowledge <> 'self'
) AS context_distances
    ON context_distances.generalised_item = cells.generalised_item
    AND context_distances.record = cells.record
    AND context_distances.item_id = cells.item_id
GROUP BY cells.generalised_item, cells.record, cells.item_id
