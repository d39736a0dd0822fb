-- random_placements(release, runs := 1)
-- Where the random attack places each fragment, by cluster: the draws of random_anchors without their order.
--
-- row: one per run, fragment and cluster that the fragment is placed in
-- column: run BIGINT, >= 1
-- column: fragment BIGINT
-- column: cluster INTEGER
-- column: anchors BIT: anchors of the cluster that get the fragment, as in anchors.own_bit
-- reads: published
-- duckdb only: lists are unnested side by side
WITH sections AS MATERIALIZED (
    SELECT
        homes.home,
        counted.cluster,
        counted.anchors,
        sum(counted.anchors) OVER (PARTITION BY homes.home ORDER BY counted.cluster)
            - counted.anchors + 1 AS first_place
    FROM (
        SELECT anchors.cluster, count(*) AS anchors
        FROM setrisk_internal.anchors($release) AS anchors
        GROUP BY anchors.cluster
    ) AS counted
    JOIN setrisk_internal.publishing_clusters($release) AS homes ON homes.cluster = counted.cluster
),
draws AS (
    SELECT
        runs.run,
        by_home.home,
        unnest(by_home.fragments) AS fragment,
        unnest(_setrisk_drawn_anchor_marks_v1(
            by_home.anchors, by_home.copies, setrisk_internal.draws_of_cluster(0, runs.run, by_home.home)
        )) AS marks
    FROM (
        SELECT
            counted.home,
            counted.anchors,
            list_transform(fragment_lists.members, lambda one: one.fragment) AS fragments,
            list_transform(fragment_lists.members, lambda one: one.copies) AS copies
        FROM (
            SELECT sections.home, CAST(sum(sections.anchors) AS BIGINT) AS anchors FROM sections GROUP BY sections.home
        ) AS counted
        JOIN (
            SELECT
                fragments.home,
                list_sort(list({'fragment': fragments.fragment, 'copies': fragments.copies})) AS members
            FROM setrisk_internal.fragments($release) AS fragments
            GROUP BY fragments.home
        ) AS fragment_lists ON fragment_lists.home = counted.home
    ) AS by_home
    CROSS JOIN setrisk_internal.baseline_runs($runs) AS runs
)
SELECT placed.run, placed.fragment, placed.cluster, CAST(placed.marks AS BIT) AS anchors
FROM (
    SELECT
        draws.run,
        draws.fragment,
        sections.cluster,
        substring(draws.marks, CAST(sections.first_place AS BIGINT), sections.anchors) AS marks
    FROM draws
    JOIN sections ON sections.home = draws.home
) AS placed
WHERE contains(placed.marks, '1')
