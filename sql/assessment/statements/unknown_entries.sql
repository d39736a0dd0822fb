-- unknown_entries(members, outsiders)
-- Which share of the items of the people of a control nobody in the release has.
--
-- row:    one
-- column: unknown_share DOUBLE?: NULL if they have no items
-- stages: _setrisk_person(tid): the people of the control who are not in the release by their ids
-- reads:  originals
SELECT
    count(*) FILTER (WHERE member_items.item_id IS NULL) / nullif(count(*), 0) AS unknown_share
FROM setrisk_private.transaction_item AS entries
JOIN _setrisk_person AS people ON people.tid = entries.tid
LEFT JOIN (
    SELECT DISTINCT member_entries.item_id
    FROM setrisk_private.transaction_item AS member_entries
    WHERE member_entries.dataset = $members
) AS member_items ON member_items.item_id = entries.item_id
WHERE entries.dataset = $outsiders
