-- placed_pieces(release)
-- One row per placement of a stored attack, by the number of the piece.
-- attack VARCHAR; piece BIGINT; cluster INTEGER; anchor BIGINT
-- internal
SELECT stored.attack, parts.piece, stored.cluster, stored.anchor
FROM setrisk.reassociation AS stored
JOIN (
    SELECT each.piece, each.home, each.chunk, unnest(each.records) AS record, -1 AS item_id
    FROM setrisk.pieces($release) AS each
    WHERE each.chunk > 0
    UNION ALL
    SELECT each.piece, each.home, each.chunk, -1 AS record, each.items[1] AS item_id
    FROM setrisk.pieces($release) AS each
    WHERE each.chunk = 0
) AS parts
    ON parts.home = stored.home
    AND parts.chunk = stored.chunk
    AND parts.record = coalesce(stored.record, -1)
    AND parts.item_id = coalesce(stored.item_id, -1)
WHERE stored.release = $release
