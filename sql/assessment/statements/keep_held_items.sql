-- keep_held_items(members, outsiders)
-- Leave out items of the staged release that nobody has, in it or outside: attackers know which items there are, and
-- would guess an invented one that most records have of everybody. The others are numbered anew, in the same order.
--
-- parameter: members: the data set of the people in the release
-- parameter: outsiders: the data set of others
-- stages: _setrisk_shown_item(item, number, weight): the items of the release
-- reads:  originals
CREATE OR REPLACE TEMP TABLE _setrisk_shown_item AS
SELECT items.item, row_number() OVER (ORDER BY items.number) - 1 AS number, items.weight
FROM _setrisk_shown_item AS items
WHERE items.item IN (
    SELECT names.item
    FROM setrisk_private.transaction_item AS entries
    JOIN setrisk_private.item AS names ON names.item_id = entries.item_id
    WHERE entries.dataset = $members OR entries.dataset = $outsiders
)
