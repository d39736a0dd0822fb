-- hidden_itemsets(release)
-- The itemsets that disassociation hides. These are itemsets of 2 to m items that fewer than k original records of a
-- cluster hold and that no published sub-record of the cluster shows. For the owner of the release.
--
-- parameter: release: a disassociated release that was made in this database
-- row: one per cluster and hidden itemset
-- column: cluster INTEGER, >= 1: cluster of the original records
-- column: items VARCHAR[]: the itemset, in item order
-- column: support BIGINT, records, >= 1: original records of the cluster that hold the itemset, fewer than k
-- column: part VARCHAR: where its items outside the anchoring chunk are published: 'record_chunk' (shared chunks
--     included), 'term_chunk' or 'both'
-- checks: own_release($release, family := 'disassociation')
-- reads: originals
-- page: disassociation.md
-- example: FROM setrisk.hidden_itemsets('r2')
WITH itemsets AS (
    SELECT
        itemsets.cluster,
        setrisk_internal.listed_items(itemsets.prefix, itemsets.item_id) AS itemset,
        itemsets.support,
        itemsets.part
    FROM setrisk_internal.unseen_itemsets($release) AS itemsets
),
item_names AS (
    SELECT names.item_id, names.item FROM setrisk.published_item AS names WHERE names.release = $release
)
SELECT named_itemsets.cluster, named_itemsets.items, named_itemsets.support, named_itemsets.part
FROM setrisk_internal.named_itemsets('itemsets', 'item_names') AS named_itemsets
