-- right_pieces(release)
-- One row per piece, anchor, and original record that may be the anchor and holds the piece: where a placement would be
-- right; for the owner.
-- piece BIGINT; part VARCHAR: 'record chunks' or 'term chunks'; cluster INTEGER; anchor BIGINT; anchor_set BIGINT; tid
-- BIGINT; items INTEGER[]: those of the piece and of the anchor
-- internal
SELECT
    holders.piece,
    CASE WHEN pieces.chunk = 0 THEN 'term chunks' ELSE 'record chunks' END AS part,
    holders.cluster,
    anchors.anchor,
    anchors.anchor_set,
    holders.tid,
    list_concat(pieces.items, anchors.items) AS items
FROM setrisk.piece_holders($release) AS holders
JOIN setrisk.pieces($release) AS pieces ON pieces.piece = holders.piece
JOIN setrisk.anchors($release) AS anchors
    ON anchors.cluster = holders.cluster AND anchors.anchor_set = holders.anchor_set
