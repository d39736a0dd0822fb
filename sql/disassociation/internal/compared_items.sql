-- compared_items(release)
-- The pairs of items that an attack on a disassociated release has to score: an item of an anchor, and an item of a
-- fragment that may be placed on it.
--
-- row: one per pair of items, however many clusters compare it
-- column: anchor_item INTEGER: item_id of the anchor's item
-- column: item_id INTEGER: the fragment's item
-- reads: published
-- source: DISASSOC Algorithm 1
SELECT DISTINCT anchor_items.item_id AS anchor_item, fragment_items.item_id
FROM (
    SELECT DISTINCT publishers.publishing_cluster, sub_records.item_id
    FROM setrisk.chunk_record AS sub_records
    JOIN setrisk_internal.publishing_clusters($release) AS publishers
        ON publishers.cluster = sub_records.publishing_cluster
    WHERE sub_records.release = $release AND sub_records.chunk = 1
) AS anchor_items
JOIN (
    SELECT DISTINCT fragments.publishing_cluster, unnest(fragments.items) AS item_id
    FROM setrisk_internal.fragments($release) AS fragments
) AS fragment_items ON fragment_items.publishing_cluster = anchor_items.publishing_cluster
