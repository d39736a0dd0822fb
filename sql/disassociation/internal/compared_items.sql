-- compared_items(release)
-- One row per pair of items that an attack on the release compares, however many clusters compare them: an item of an
-- anchor and one of a piece that may be placed on it.
--
-- row: one per pair of items that an attack on the release compares, however many clusters compare them
-- column: anchor_item INTEGER
-- column: item_id INTEGER
-- reads: published
SELECT DISTINCT anchored.item_id AS anchor_item, placed.item_id
FROM (
    SELECT DISTINCT homes.home, shown.item_id
    FROM setrisk.chunk_record AS shown
    JOIN setrisk_internal.publishing_clusters($release) AS homes ON homes.cluster = shown.cluster
    WHERE shown.release = $release AND shown.chunk = 1
) AS anchored
JOIN (
    SELECT DISTINCT pieces.home, unnest(pieces.items) AS item_id
    FROM setrisk_internal.fragments($release) AS pieces
) AS placed ON placed.home = anchored.home
