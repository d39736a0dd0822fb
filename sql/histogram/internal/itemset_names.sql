-- itemset_names(release)
-- One row per distinct published itemset of a histogram, the empty one left out, by the names of its items.
--
-- row: one per distinct published itemset of a histogram, the empty one left out, by the names of its items
-- column: itemset INTEGER[]: ascending
-- column: names VARCHAR[]: in the same order
-- reads: published
SELECT
    members.itemset,
    list_transform(list_sort(list({'item_id': members.item_id, 'item': named.item})), lambda member: member.item) AS names
FROM (
    SELECT sets.itemset, unnest(sets.itemset) AS item_id
    FROM (SELECT DISTINCT each.itemset FROM setrisk.histogram AS each WHERE each.release = $release) AS sets
) AS members
JOIN setrisk.published_item AS named ON named.item_id = members.item_id
WHERE named.release = $release
GROUP BY members.itemset
