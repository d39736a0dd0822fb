-- random_placements(release, runs := 1)
-- One row per run, piece and cluster in which the random attack places it, with the draws of random_anchors but not
-- their order.
--
-- row: one per run, piece and cluster in which the random attack places it, with the draws of random_anchors but not
--     their order
-- column: run BIGINT: 1 to runs
-- column: piece BIGINT
-- column: cluster INTEGER
-- column: anchors BIT: the anchors of the cluster that get the piece, as their own bits
-- reads: published
-- duckdb only: lists are unnested side by side
WITH sections AS MATERIALIZED (
    SELECT
        homes.home,
        counted.cluster,
        counted.anchors,
        sum(counted.anchors) OVER (PARTITION BY homes.home ORDER BY counted.cluster) - counted.anchors + 1 AS first_place
    FROM (
        SELECT each.cluster, count(*) AS anchors
        FROM setrisk_internal.anchors($release) AS each
        GROUP BY each.cluster
    ) AS counted
    JOIN setrisk_internal.publishing_clusters($release) AS homes ON homes.cluster = counted.cluster
),
drawn AS (
    SELECT
        runs.run,
        by_home.home,
        unnest(by_home.pieces) AS piece,
        unnest(_setrisk_drawn_anchor_marks_v1(
            by_home.anchors, by_home.copies, setrisk_internal.draws_of_cluster(0, runs.run, by_home.home)
        )) AS marks
    FROM (
        SELECT
            counted.home,
            counted.anchors,
            list_transform(listed.each, lambda one: one.piece) AS pieces,
            list_transform(listed.each, lambda one: one.copies) AS copies
        FROM (
            SELECT sections.home, CAST(sum(sections.anchors) AS BIGINT) AS anchors FROM sections GROUP BY sections.home
        ) AS counted
        JOIN (
            SELECT pieces.home, list_sort(list({'piece': pieces.piece, 'copies': pieces.copies})) AS each
            FROM setrisk_internal.fragments($release) AS pieces
            GROUP BY pieces.home
        ) AS listed ON listed.home = counted.home
    ) AS by_home
    CROSS JOIN setrisk_internal.baseline_runs($runs) AS runs
)
SELECT placed.run, placed.piece, placed.cluster, CAST(placed.marks AS BIT) AS anchors
FROM (
    SELECT
        drawn.run,
        drawn.piece,
        sections.cluster,
        substring(drawn.marks, CAST(sections.first_place AS BIGINT), sections.anchors) AS marks
    FROM drawn
    JOIN sections ON sections.home = drawn.home
) AS placed
WHERE contains(placed.marks, '1')
