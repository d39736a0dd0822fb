-- right_placements(release, runs := NULL)
-- One row per placement, and original record that may be the anchor and holds the piece: for whom the placement is right;
-- for the owner.
-- runs: as in placements
-- attack VARCHAR; run BIGINT; piece BIGINT; part VARCHAR: 'record chunks' or 'term chunks'; cluster INTEGER; anchor BIGINT;
-- anchor_set BIGINT; tid BIGINT
-- internal
-- Each by itself: of all joins in one the optimiser makes products.
WITH placed AS MATERIALIZED (
    SELECT each.attack, each.run, each.piece, each.cluster, each.anchor, anchors.anchor_set
    FROM setrisk.placements($release, runs := $runs) AS each
    JOIN setrisk.anchors($release) AS anchors ON anchors.cluster = each.cluster AND anchors.anchor = each.anchor
),
holders AS MATERIALIZED (
    SELECT
        each.piece,
        CASE WHEN pieces.chunk = 0 THEN 'term chunks' ELSE 'record chunks' END AS part,
        each.cluster,
        each.anchor_set,
        each.tid
    FROM setrisk.piece_holders($release) AS each
    JOIN setrisk.pieces($release) AS pieces ON pieces.piece = each.piece
)
SELECT
    placed.attack, placed.run, placed.piece, holders.part, placed.cluster, placed.anchor, placed.anchor_set, holders.tid
FROM placed
JOIN holders
    ON holders.piece = placed.piece AND holders.cluster = placed.cluster AND holders.anchor_set = placed.anchor_set
