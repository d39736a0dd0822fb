-- exposed_itemsets(release)
-- Hidden itemsets that a stored attack reassembles correctly. An itemset counts if it is right for at least one person;
-- the columns say among how many reconstructed records that person can be found. For the owner of the release.
--
-- parameter: release: a disassociated release that was made in this database
-- row: one per stored attack, cluster, and itemset that the attack recovers there
-- column: attack VARCHAR: name of the stored attack
-- column: cluster INTEGER: cluster of the original records
-- column: items VARCHAR[]: the itemset, in item order
-- column: support BIGINT, records, >= 1: original records of the cluster that hold the itemset
-- column: exposed_records BIGINT, records, >= 1: how many of these records the attack recovers at most, each on an
--     anchor of its own
-- column: candidates BIGINT, records, >= 1: reconstructed records of the whole release that hold the itemset, correct
--     or not
-- checks: own_release($release, family := 'disassociation')
-- reads: originals
-- page: disassociation.md
-- example: FROM setrisk.exposed_itemsets('r2')
SELECT
    members.attack,
    members.cluster,
    setrisk_internal.names_in_order(members.item_id, names.item) AS items,
    members.support,
    members.exposed_records,
    members.candidates
FROM (
    SELECT
        listed_itemsets.attack,
        listed_itemsets.cluster,
        listed_itemsets.itemset,
        unnest(listed_itemsets.itemset) AS item_id,
        listed_itemsets.support,
        listed_itemsets.exposed_records,
        listed_itemsets.candidates
    FROM (
        SELECT
            itemsets.attack,
            itemsets.cluster,
            setrisk_internal.listed_items(itemsets.prefix, itemsets.item_id) AS itemset,
            itemsets.support,
            itemsets.exposed_records,
            itemsets.candidates
        FROM setrisk_internal.reassociated_itemsets($release) AS itemsets
    ) AS listed_itemsets
) AS members
JOIN setrisk.published_item AS names ON names.item_id = members.item_id
WHERE names.release = $release
GROUP BY members.attack, members.cluster, members.itemset, members.support, members.exposed_records, members.candidates
