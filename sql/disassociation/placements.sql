-- placements(release, runs := NULL)
-- One row per placement of a stored attack; with `runs`, of the random baseline of so many runs, too.
-- attack VARCHAR; run BIGINT: 1 of a stored attack; piece BIGINT; cluster INTEGER; anchor BIGINT
-- internal
SELECT stored.attack, 1 AS run, stored.piece, stored.cluster, stored.anchor
FROM setrisk.placed_pieces($release) AS stored
UNION ALL
SELECT 'random baseline' AS attack, drawn.run, drawn.piece, drawn.cluster, drawn.anchor
FROM setrisk.random_anchors($release, runs := coalesce($runs, 1)) AS drawn
WHERE $runs IS NOT NULL
