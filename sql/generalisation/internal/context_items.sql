-- context_items(release, view)
-- The context of each generalised item in a record: the items of the record that are not generalised and nearest to it
-- by position, the earlier one if two are equally near. Members are compared with each item of the context by itself,
-- or, if the view is conjunctive, with all of them at once.
--
-- parameter: view: what the attacker looks at, as as_view has it
-- row:       one per record, generalised item that it shows, and item of its context
-- column:    record BIGINT, >= 1
-- column:    generalised_item BIGINT, >= 1
-- column:    item_id INTEGER: the context item
-- column:    anchor BIGINT: the same number for the items that members are compared with at once
-- column:    nearness BIGINT, >= 1: 1 is the nearest
-- reads:     published
-- source:    CONTEXT Definition 3.4, 4.1; THESIS 3.3.1
WITH entries AS MATERIALIZED (
    SELECT entries.*
    FROM setrisk_internal.attacked_entries($release, $view) AS entries
),
contexts AS MATERIALIZED (
    SELECT neighbours.record, neighbours.generalised_item, neighbours.item_id, neighbours.nearness
    FROM (
        SELECT
            targets.record,
            targets.generalised_item,
            neighbours.item_id,
            row_number() OVER (
                PARTITION BY targets.record, targets.generalised_item
                ORDER BY abs(neighbours.position - targets.position), neighbours.position, neighbours.item_id
            ) AS nearness
        FROM entries AS targets
        JOIN entries AS neighbours ON neighbours.record = targets.record
        WHERE targets.generalised_item IS NOT NULL AND neighbours.item_id IS NOT NULL
    ) AS neighbours
    WHERE neighbours.nearness <= $view['context']
)
SELECT
    contexts.record,
    contexts.generalised_item,
    contexts.item_id,
    CAST(contexts.item_id AS BIGINT) AS anchor,
    contexts.nearness
FROM contexts
WHERE NOT $view['conjunctive']
UNION ALL
SELECT contexts.record, contexts.generalised_item, contexts.item_id, anchors.anchor, contexts.nearness
FROM (
    SELECT anchors.record, anchors.generalised_item, dense_rank() OVER (ORDER BY anchors.items) AS anchor
    FROM (
        SELECT contexts.record, contexts.generalised_item, list_sort(list(contexts.item_id)) AS items
        FROM contexts
        WHERE $view['conjunctive']
        GROUP BY contexts.record, contexts.generalised_item
    ) AS anchors
) AS anchors
JOIN contexts
    ON contexts.record = anchors.record AND contexts.generalised_item = anchors.generalised_item
