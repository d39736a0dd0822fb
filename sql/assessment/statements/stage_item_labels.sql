-- stage_item_labels(release)
-- Stage what shows each item of a release: itself, or a generalised item that it is a member of.
--
-- stages: _setrisk_shown_item(item, number, weight): the items of the release
-- stages: _setrisk_item_label(number, item_id, generalised_item): the item, and what shows it
-- reads:  published
CREATE OR REPLACE TEMP TABLE _setrisk_item_label AS
SELECT items.number, shown_items.item_id, shown_items.generalised_item
FROM (
    SELECT names.item_id, names.item, CAST(NULL AS INTEGER) AS generalised_item
    FROM setrisk.published_item AS names
    WHERE names.release = $release
    UNION ALL
    SELECT CAST(NULL AS INTEGER) AS item_id, names.item, members.generalised_item
    FROM setrisk.generalised_item AS members
    JOIN setrisk.published_item AS names ON names.release = members.release AND names.item_id = members.item_id
    WHERE members.release = $release
) AS shown_items
JOIN _setrisk_shown_item AS items ON items.item = shown_items.item
