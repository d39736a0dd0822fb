-- exposed_itemsets(release)
-- One row per stored attack, and hidden itemset of a cluster that it puts together where it is true, for the owner of
-- the release. An error where no release of that name was made in this database, or it is of another family.
--
-- row: one per stored attack, and hidden itemset of a cluster that it puts together where it is true, for the owner of
--     the release
-- column: attack VARCHAR
-- column: cluster INTEGER
-- column: items VARCHAR[]: in item order
-- column: support BIGINT: original records of the cluster that hold it
-- column: found BIGINT: at most so many of them are rightly found, each on an anchor of its own
-- column: candidates BIGINT: reconstructed records of the release that hold it
-- checks: own_release($release, family := 'disassociation')
-- reads: originals
SELECT
    members.attack,
    members.cluster,
    list_transform(list_sort(list({'item_id': members.item_id, 'item': names.item})), lambda member: member.item) AS items,
    members.support,
    members.found,
    members.candidates
FROM (
    SELECT
        rightly.attack,
        rightly.cluster,
        rightly.itemset,
        unnest(rightly.itemset) AS item_id,
        rightly.support,
        rightly.found,
        rightly.candidates
    FROM (
        SELECT
            each.attack,
            each.cluster,
            setrisk_internal.listed_items(each.prefix, each.item_id) AS itemset,
            each.support,
            each.found,
            each.candidates
        FROM setrisk_internal.reassociated_itemsets($release) AS each
    ) AS rightly
) AS members
JOIN setrisk.published_item AS names ON names.item_id = members.item_id
WHERE names.release = $release
GROUP BY members.attack, members.cluster, members.itemset, members.support, members.found, members.candidates
