-- exposed_itemsets(release)
-- Hidden itemsets that stored attacks reassemble correctly. An itemset counts if it is right for at least one person;
-- the columns say among how many reconstructed records that person can be found. For the owner of the release.
--
-- parameter: release: a disassociated release that was made in this database
-- row: one per stored attack, cluster, and itemset that the attack recovers there
-- column: attack VARCHAR: name of the stored attack
-- column: cluster INTEGER, >= 1: cluster of the original records
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
WITH itemsets AS (
    SELECT
        itemsets.attack,
        itemsets.cluster,
        setrisk_internal.listed_items(itemsets.prefix, itemsets.item_id) AS itemset,
        itemsets.support,
        itemsets.exposed_records,
        itemsets.candidates
    FROM setrisk_internal.reassociated_itemsets($release) AS itemsets
),
item_names AS (
    SELECT names.item_id, names.item FROM setrisk.published_item AS names WHERE names.release = $release
)
SELECT
    named_itemsets.attack,
    named_itemsets.cluster,
    named_itemsets.items,
    named_itemsets.support,
    named_itemsets.exposed_records,
    named_itemsets.candidates
FROM setrisk_internal.named_itemsets('itemsets', 'item_names') AS named_itemsets
