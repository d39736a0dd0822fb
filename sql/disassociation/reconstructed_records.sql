-- reconstructed_records(release)
-- The records that the stored attacks on chunks reassemble. A record has the items of its anchor, and the items that an
-- attack places on it.
--
-- parameter: release: a disassociated release, made here or imported
-- row: one per attack, anchor, item, and part of the release that the item comes from
-- column: attack VARCHAR: name of the stored attack; 'none' has the items of the anchors alone
-- column: cluster INTEGER, >= 1: cluster of the anchor
-- column: anchor BIGINT: sub-record of the cluster's first record chunk
-- column: item VARCHAR: item of the reconstructed record
-- column: part VARCHAR: where the item comes from: 'anchoring_chunk', 'record_chunk' (shared chunks included) or
--     'term_chunk'
-- checks: known_release($release, family := 'disassociation')
-- reads: published
-- source: DISASSOC Algorithm 2
-- page: disassociation.md
-- example: FROM setrisk.reconstructed_records('r2')
SELECT items.attack, items.cluster, items.anchor, names.item, items.part
FROM setrisk_internal.reconstructed_items($release) AS items
JOIN setrisk.published_item AS names ON names.item_id = items.item_id
WHERE names.release = $release
