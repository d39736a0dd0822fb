-- attacked_fragments(release, method, measure, placements, seed)
-- One row per placement as it is stored: a sub-record by its number, or a term by its item.
--
-- row: one per placement as it is stored
-- column: cluster INTEGER
-- column: anchor BIGINT
-- column: home INTEGER
-- column: chunk INTEGER
-- column: record BIGINT: or item_id INTEGER: exactly one is set
-- column: item_id INTEGER
-- column: rank BIGINT
-- column: score DOUBLE
-- reads: published
SELECT
    chosen.cluster,
    chosen.anchor,
    pieces.home,
    pieces.chunk,
    pieces.records[chosen.rank] AS record,
    CASE WHEN pieces.chunk = 0 THEN pieces.items[1] END AS item_id,
    chosen.rank,
    chosen.score
FROM setrisk_internal.chosen_anchors($release, $method, measure := $measure, placements := $placements, seed := $seed) AS chosen
JOIN setrisk_internal.fragments($release, placements := $placements) AS pieces ON pieces.piece = chosen.piece
