-- compared_terms(release)
-- The pairs of item names that an attack on a disassociated release has to score.
--
-- row: one per pair of names
-- column: item_a VARCHAR: the first of the two in alphabetical order
-- column: item_b VARCHAR: the other, or the same name
-- reads: published
SELECT DISTINCT
    least(anchor_name.item, item_name.item) AS item_a,
    greatest(anchor_name.item, item_name.item) AS item_b
FROM setrisk_internal.compared_items($release) AS pairs
JOIN setrisk.published_item AS anchor_name ON anchor_name.item_id = pairs.anchor_item
JOIN setrisk.published_item AS item_name ON item_name.item_id = pairs.item_id
WHERE anchor_name.release = $release AND item_name.release = $release
