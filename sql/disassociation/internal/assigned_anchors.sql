-- assigned_anchors(release, measure := 'self')
-- One row per sub-record of a chunk and anchor that the optimal assignment places it on: of the sub-records of a chunk
-- an anchor takes at most one, and the sum of their scores (those of aba) is largest.
--
-- row: one per sub-record of a chunk and anchor that the optimal assignment places it on
-- column: piece BIGINT
-- column: cluster INTEGER
-- column: anchor BIGINT
-- column: score DOUBLE
-- column: rank BIGINT, >= 1
-- reads: published
-- duckdb only: lists are unnested side by side
WITH scored AS MATERIALIZED (
    SELECT
        each.home,
        each.chunk,
        each.piece,
        each.copies,
        each.cluster,
        each.anchor_set,
        each.anchors,
        each.score,
        dense_rank() OVER (PARTITION BY each.home, each.chunk ORDER BY each.cluster, each.anchor_set) AS set_no
    FROM setrisk_internal.fragment_scores($release, 'aba', measure := $measure) AS each
    WHERE each.chunk > 0
),
assigned AS MATERIALIZED (
    SELECT
        chosen.home,
        chosen.chunk,
        chosen.piece,
        chosen.set_no,
        row_number() OVER (PARTITION BY chosen.home, chosen.chunk, chosen.set_no ORDER BY chosen.piece) AS place
    FROM (
        SELECT by_piece.home, by_piece.chunk, by_piece.piece, unnest(by_piece.sets) AS set_no
        FROM (
            SELECT
                chunks.home,
                chunks.chunk,
                unnest(list_transform(chunks.rows_of, lambda one: one.piece)) AS piece,
                unnest(_setrisk_assigned_anchor_sets_v1(
                    list_transform(chunks.rows_of, lambda one: list_transform(one.cells, lambda cell: cell.score)),
                    list_transform(chunks.rows_of, lambda one: one.copies),
                    list_transform(chunks.rows_of[1].cells, lambda cell: cell.anchors)
                )) AS sets
            FROM (
                SELECT
                    pieces.home,
                    pieces.chunk,
                    list_sort(list({'piece': pieces.piece, 'copies': pieces.copies, 'cells': pieces.cells})) AS rows_of
                FROM (
                    SELECT
                        scored.home,
                        scored.chunk,
                        scored.piece,
                        scored.copies,
                        list_sort(
                            list({'set_no': scored.set_no, 'anchors': scored.anchors, 'score': scored.score})
                        ) AS cells
                    FROM scored
                    GROUP BY scored.home, scored.chunk, scored.piece, scored.copies
                ) AS pieces
                GROUP BY pieces.home, pieces.chunk
            ) AS chunks
        ) AS by_piece
    ) AS chosen
),
placed AS MATERIALIZED ( -- or every anchor of a place is joined first with every set of that place
    SELECT assigned.piece, assigned.place, scored.cluster, scored.anchor_set, scored.score
    FROM assigned
    JOIN scored ON scored.piece = assigned.piece AND scored.set_no = assigned.set_no
)
SELECT
    placed.piece,
    placed.cluster,
    anchors.anchor,
    placed.score,
    row_number() OVER (
        PARTITION BY placed.piece ORDER BY placed.score DESC NULLS LAST, placed.cluster, anchors.anchor
    ) AS rank
FROM placed
JOIN setrisk_internal.anchors($release) AS anchors
    ON anchors.cluster = placed.cluster AND anchors.anchor_set = placed.anchor_set AND anchors.nth = placed.place
