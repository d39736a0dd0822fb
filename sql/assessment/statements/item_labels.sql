-- item_labels()
-- The labels under which each item of a release may be shown.
--
-- stages: _setrisk_place(part, chunk, source, host, weight, part_weight, label, item_id,
--     generalised_item): what parts show
-- stages: _setrisk_item_label(number, item_id, generalised_item): the item, and what shows it
-- row:    one per item and label
-- column: number BIGINT, >= 0: of the item
-- column: label BIGINT, >= 0
WITH labels AS MATERIALIZED (
    SELECT DISTINCT places.label, places.item_id, places.generalised_item
    FROM _setrisk_place AS places
)
SELECT items.number, labels.label
FROM labels
JOIN _setrisk_item_label AS items
    ON items.item_id IS NOT DISTINCT FROM labels.item_id
        AND items.generalised_item IS NOT DISTINCT FROM labels.generalised_item
ORDER BY items.number, labels.label
