-- right_pieces(release, runs := 30)
-- One row per placement, and original record that may be the anchor and holds the piece: where the placement is right; for
-- the owner.
-- attack VARCHAR; run BIGINT; part VARCHAR; piece BIGINT; cluster INTEGER; anchor BIGINT; anchor_set BIGINT; tid BIGINT
-- internal
SELECT placed.attack, placed.run, placed.part, placed.piece, placed.cluster, placed.anchor, anchors.anchor_set, holders.tid
FROM setrisk.placed_pieces($release, runs := $runs) AS placed
JOIN setrisk.anchors($release) AS anchors ON anchors.cluster = placed.cluster AND anchors.anchor = placed.anchor
JOIN setrisk.piece_holders($release) AS holders
    ON holders.piece = placed.piece AND holders.cluster = placed.cluster AND holders.anchor_set = anchors.anchor_set
