-- right_placements(release)
-- One row per placement of a stored attack, and original record that may be the anchor and holds the piece: for whom the
-- placement is right; for the owner.
-- attack VARCHAR; piece BIGINT; cluster INTEGER; anchor BIGINT; tid BIGINT
-- internal
-- Each by itself: of all joins in one the optimiser makes products.
WITH placed AS MATERIALIZED (
    SELECT each.attack, each.piece, each.cluster, each.anchor, anchors.anchor_set
    FROM setrisk.placed_pieces($release) AS each
    JOIN setrisk.anchors($release) AS anchors ON anchors.cluster = each.cluster AND anchors.anchor = each.anchor
),
holders AS MATERIALIZED (
    SELECT each.piece, each.cluster, each.anchor_set, each.tid
    FROM setrisk.piece_holders($release) AS each
)
SELECT placed.attack, placed.piece, placed.cluster, placed.anchor, holders.tid
FROM placed
JOIN holders
    ON holders.piece = placed.piece AND holders.cluster = placed.cluster AND holders.anchor_set = placed.anchor_set
