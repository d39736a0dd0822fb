-- attacked_pieces(release, method, measure, placements, seed)
-- One row per placement as it is stored: a sub-record by its number, or a term by its item.
-- cluster INTEGER; anchor BIGINT; home, chunk INTEGER; record BIGINT or item_id INTEGER: exactly one is set; rank BIGINT;
-- score DOUBLE
-- internal
SELECT
    chosen.cluster,
    chosen.anchor,
    pieces.home,
    pieces.chunk,
    pieces.records[chosen.rank] AS record,
    CASE WHEN pieces.chunk = 0 THEN pieces.items[1] END AS item_id,
    chosen.rank,
    chosen.score
FROM setrisk.chosen_anchors($release, $method, measure := $measure, placements := $placements, seed := $seed) AS chosen
JOIN setrisk.pieces($release, placements := $placements) AS pieces ON pieces.piece = chosen.piece
