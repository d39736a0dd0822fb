-- context_items(release, context := 2, labelled := true, unlabelled_k := 2)
-- The context of each generalised item in a record: the items of the record that are not generalised and nearest to it
-- by position, the earlier one if two are equally near.
--
-- parameter: context: how many items make the context
-- row:       one per record, generalised item that it shows, and item of its context
-- column:    record BIGINT, >= 1
-- column:    generalised_item BIGINT, >= 1
-- column:    item_id INTEGER: the context item
-- column:    nearness BIGINT, >= 1: 1 is the nearest
-- reads:     published
-- source:    CONTEXT Definition 3.4; THESIS 3.3.1
WITH entries AS MATERIALIZED (
    SELECT entries.*
    FROM setrisk_internal.attacked_entries($release, labelled := $labelled, unlabelled_k := $unlabelled_k) AS entries
)
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
WHERE neighbours.nearness <= $context
