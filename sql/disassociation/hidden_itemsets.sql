-- hidden_itemsets(release)
-- One row per itemset of 2 to m items and cluster that 1 to k - 1 original records of the cluster hold and no published
-- sub-record of it shows: what disassociation hides; for the owner of the release. An error where no release of that
-- name was made in this database, or it is of another family.
--
-- row: one per itemset of 2 to m items and cluster that 1 to k - 1 original records of the cluster hold and no
--     published sub-record of it shows
-- column: cluster INTEGER
-- column: items VARCHAR[]: in item order
-- column: support BIGINT: in the cluster
-- column: part VARCHAR: 'record chunks' or 'term chunks', where beside the anchoring chunk its items stand in such
--     alone, or 'both'
-- checks: own_release($release, family := 'disassociation')
-- reads: originals
SELECT
    members.cluster,
    list_transform(list_sort(list({'item_id': members.item_id, 'item': names.item})), lambda member: member.item) AS items,
    members.support,
    members.part
FROM (
    SELECT listed.cluster, listed.itemset, unnest(listed.itemset) AS item_id, listed.support, listed.part
    FROM (
        SELECT unseen.cluster, setrisk_internal.listed_items(unseen.prefix, unseen.item_id) AS itemset, unseen.support, unseen.part
        FROM setrisk_internal.unseen_itemsets($release) AS unseen
    ) AS listed
) AS members
JOIN setrisk.published_item AS names ON names.item_id = members.item_id
WHERE names.release = $release
GROUP BY members.cluster, members.itemset, members.support, members.part
