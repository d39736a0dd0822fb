-- itemset_names(release)
-- The names of the items of each published itemset of a histogram.
--
-- row:    one per published itemset that is not empty
-- column: itemset INTEGER[]: item numbers of the release, ascending
-- column: names VARCHAR[]: in the same order
-- reads:  published
SELECT
    members.itemset,
    setrisk_internal.names_in_order(members.item_id, items.item) AS names
FROM (
    SELECT sets.itemset, unnest(sets.itemset) AS item_id
    FROM (
        SELECT DISTINCT histogram.itemset FROM setrisk.histogram AS histogram WHERE histogram.release = $release
    ) AS sets
) AS members
JOIN setrisk.published_item AS items ON items.item_id = members.item_id
WHERE items.release = $release
GROUP BY members.itemset
