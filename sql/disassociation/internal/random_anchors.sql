-- random_anchors(release, placements := NULL, runs := 1, seed := 0)
-- One row per run, piece and anchor that the random attack places it on (DISASSOC 6.2): as many as there are copies,
-- any anchors of the clusters that it may belong to.
--
-- row: one per run, piece and anchor that the random attack places it on (DISASSOC 6.2)
-- column: run BIGINT: 1 to runs
-- column: piece BIGINT
-- column: cluster INTEGER
-- column: anchor BIGINT
-- column: rank BIGINT, >= 1
-- reads: published
-- duckdb only: lists are unnested side by side
WITH anchors AS MATERIALIZED (
    SELECT
        homes.home,
        each.cluster,
        each.anchor,
        row_number() OVER (PARTITION BY homes.home ORDER BY each.cluster, each.anchor) AS place
    FROM setrisk_internal.anchors($release) AS each
    JOIN setrisk_internal.publishing_clusters($release) AS homes ON homes.cluster = each.cluster
)
SELECT drawn.run, drawn.piece, anchors.cluster, anchors.anchor, drawn.rank
FROM (
    SELECT
        by_piece.run,
        by_piece.home,
        by_piece.piece,
        unnest(by_piece.places) AS place,
        unnest(range(1, len(by_piece.places) + 1)) AS rank
    FROM (
        SELECT
            runs.run,
            by_home.home,
            unnest(by_home.pieces) AS piece,
            unnest(_setrisk_drawn_anchors_v1(
                by_home.anchors,
                by_home.copies,
                setrisk_internal.draws_of_cluster(setrisk_internal.check_at_least('seed', $seed, 0), runs.run, by_home.home)
            )) AS places
        FROM (
            SELECT
                counted.home,
                counted.anchors,
                list_transform(listed.each, lambda one: one.piece) AS pieces,
                list_transform(listed.each, lambda one: one.copies) AS copies
            FROM (SELECT anchors.home, count(*) AS anchors FROM anchors GROUP BY anchors.home) AS counted
            JOIN (
                SELECT pieces.home, list_sort(list({'piece': pieces.piece, 'copies': pieces.copies})) AS each
                FROM setrisk_internal.fragments($release, placements := $placements) AS pieces
                GROUP BY pieces.home
            ) AS listed ON listed.home = counted.home
        ) AS by_home
        CROSS JOIN setrisk_internal.baseline_runs($runs) AS runs
    ) AS by_piece
) AS drawn
JOIN anchors ON anchors.home = drawn.home AND anchors.place = drawn.place
