-- chosen_anchors(release, method, measure := 'self', placements := NULL, seed := 0)
-- One row per piece and anchor that an attack places it on, by any method. The assignment places terms as aba does: an
-- anchor may take several terms of a term chunk.
--
-- row: one per piece and anchor that an attack places it on, by any method
-- column: piece BIGINT
-- column: cluster INTEGER
-- column: anchor BIGINT
-- column: score DOUBLE?: NULL where nothing is known
-- column: rank BIGINT, >= 1
-- reads: published
SELECT best.piece, best.cluster, best.anchor, best.score, best.rank
FROM setrisk_internal.best_anchors($release, $method, measure := $measure, placements := $placements) AS best
WHERE $method = 'aba' OR $method = 'rga' OR $method = 'mra'
UNION ALL
SELECT assigned.piece, assigned.cluster, assigned.anchor, assigned.score, assigned.rank
FROM setrisk_internal.assigned_anchors($release, measure := $measure) AS assigned
WHERE $method = 'assignment'
UNION ALL
SELECT terms.piece, terms.cluster, terms.anchor, terms.score, terms.rank
FROM setrisk_internal.best_anchors($release, 'aba', measure := $measure, placements := $placements) AS terms
JOIN setrisk_internal.fragments($release, placements := $placements) AS pieces ON pieces.piece = terms.piece
WHERE $method = 'assignment' AND pieces.chunk = 0
UNION ALL
SELECT drawn.piece, drawn.cluster, drawn.anchor, CAST(NULL AS DOUBLE) AS score, drawn.rank
FROM setrisk_internal.random_anchors($release, placements := $placements, seed := $seed) AS drawn
WHERE $method = 'random'
