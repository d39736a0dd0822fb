-- compared_terms(release)
-- One row per pair of names that an attack on the release compares.
--
-- row: one per pair of names that an attack on the release compares
-- column: item_a VARCHAR: < item_b VARCHAR
-- column: item_b VARCHAR
-- reads: published
SELECT DISTINCT
    least(anchor_name.item, piece_name.item) AS item_a,
    greatest(anchor_name.item, piece_name.item) AS item_b
FROM setrisk_internal.compared_items($release) AS compared
JOIN setrisk.published_item AS anchor_name ON anchor_name.item_id = compared.anchor_item
JOIN setrisk.published_item AS piece_name ON piece_name.item_id = compared.item_id
WHERE anchor_name.release = $release AND piece_name.release = $release
