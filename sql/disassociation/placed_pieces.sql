-- placed_pieces(release, runs := 30)
-- One row per placement of a stored attack (run 1) and of each run of the random baseline.
-- attack VARCHAR; run BIGINT; piece BIGINT; part VARCHAR: 'record chunks' or 'term chunks'; cluster INTEGER; anchor BIGINT
-- internal
SELECT
    placed.attack,
    placed.run,
    pieces.piece,
    CASE WHEN pieces.chunk = 0 THEN 'term chunks' ELSE 'record chunks' END AS part,
    placed.cluster,
    placed.anchor
FROM (
    SELECT stored.attack, 1 AS run, parts.piece, stored.cluster, stored.anchor
    FROM setrisk.reassociation AS stored
    JOIN (
        SELECT each.piece, each.home, each.chunk, unnest(each.records) AS record, CAST(NULL AS INTEGER) AS item_id
        FROM setrisk.pieces($release) AS each
        WHERE each.chunk > 0
        UNION ALL
        SELECT each.piece, each.home, each.chunk, CAST(NULL AS BIGINT) AS record, each.items[1] AS item_id
        FROM setrisk.pieces($release) AS each
        WHERE each.chunk = 0
    ) AS parts
        ON parts.home = stored.home
        AND parts.chunk = stored.chunk
        AND coalesce(parts.record, -1) = coalesce(stored.record, -1)
        AND coalesce(parts.item_id, -1) = coalesce(stored.item_id, -1)
    WHERE stored.release = $release
    UNION ALL
    SELECT 'random baseline' AS attack, drawn.run, drawn.piece, drawn.cluster, drawn.anchor
    FROM setrisk.random_anchors($release, runs := $runs) AS drawn
) AS placed
JOIN setrisk.pieces($release) AS pieces ON pieces.piece = placed.piece
