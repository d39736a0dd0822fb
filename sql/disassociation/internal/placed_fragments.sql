-- placed_fragments(release, attack := NULL)
-- One row per placement of a stored attack, by the number of the piece. attack: this one alone, or all where it is
-- NULL.
--
-- row: one per placement of a stored attack, by the number of the piece
-- column: attack VARCHAR
-- column: piece BIGINT
-- column: items INTEGER[]: of the piece
-- column: cluster INTEGER
-- column: anchor BIGINT
-- reads: published
SELECT stored.attack, parts.piece, parts.items, stored.cluster, stored.anchor
FROM setrisk.reassociation AS stored
JOIN (
    SELECT
        each.piece,
        each.home,
        each.chunk,
        each.items,
        unnest(CASE WHEN each.chunk = 0 THEN [-1] ELSE each.records END) AS record,
        CASE WHEN each.chunk = 0 THEN each.items[1] ELSE -1 END AS item_id
    FROM setrisk_internal.fragments($release) AS each
) AS parts
    ON parts.home = stored.home
    AND parts.chunk = stored.chunk
    AND parts.record = coalesce(stored.record, -1)
    AND parts.item_id = coalesce(stored.item_id, -1)
WHERE stored.release = $release AND ($attack IS NULL OR stored.attack = $attack)
