-- item_labels(release)
-- The labels under which each item of a release may be shown: itself, or a generalised item that it is a member of.
--
-- stages: _setrisk_place(part, chunk, source, host, weight, part_weight, label, item_id,
--     generalised_item): what parts show
-- stages: _setrisk_shown_item(item, number, weight): the items of the release
-- row:    one per item and label
-- column: number BIGINT, >= 0: of the item
-- column: label BIGINT, >= 0
-- reads:  published
WITH labels AS MATERIALIZED (
    SELECT DISTINCT places.label, places.item_id, places.generalised_item
    FROM _setrisk_place AS places
)
SELECT items.number, labels.label
FROM labels
JOIN (
    SELECT names.item_id, names.item, CAST(NULL AS INTEGER) AS generalised_item
    FROM setrisk.published_item AS names
    WHERE names.release = $release
    UNION ALL
    SELECT NULL AS item_id, names.item, members.generalised_item
    FROM setrisk.generalised_item AS members
    JOIN setrisk.published_item AS names ON names.release = members.release AND names.item_id = members.item_id
    WHERE members.release = $release
) AS shown_items
    ON shown_items.item_id IS NOT DISTINCT FROM labels.item_id
        AND shown_items.generalised_item IS NOT DISTINCT FROM labels.generalised_item
JOIN _setrisk_shown_item AS items ON items.item = shown_items.item
ORDER BY items.number, labels.label
