-- hidden_itemsets(release)
-- One row per itemset of 2 to m items and cluster that 1 to k - 1 original records of the cluster hold and no published
-- sub-record of it shows: what disassociation hides; for the owner of the release.
-- An error where no release of that name was made in this database, or it is of another family.
-- cluster INTEGER; items VARCHAR[]: in item order; support BIGINT: in the cluster; part VARCHAR: 'record chunks' or 'term
-- chunks', where beside the anchoring chunk its items stand in such alone, or 'both'
SELECT
    members.cluster,
    list_transform(list_sort(list({'item_id': members.item_id, 'item': names.item})), lambda member: member.item) AS items,
    members.support,
    members.part
FROM (
    SELECT listed.cluster, listed.itemset, unnest(listed.itemset) AS item_id, listed.support, listed.part
    FROM (
        SELECT unseen.cluster, setrisk.listed_items(unseen.prefix, unseen.item_id) AS itemset, unseen.support, unseen.part
        FROM setrisk.unseen_itemsets($release) AS unseen
    ) AS listed
) AS members
JOIN setrisk.published_item AS names ON names.item_id = members.item_id
WHERE names.release = $release
GROUP BY members.cluster, members.itemset, members.support, members.part
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    CAST(length(own.release) AS INTEGER),
    CASE WHEN own.release <> '' THEN [own.release] END,
    length(own.release),
    own.release
FROM setrisk.own_release($release, family := 'disassociation') AS own
WHERE own.release IS NULL
