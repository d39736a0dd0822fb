-- random_anchors(release, placements := NULL, runs := 1, seed := 0)
-- Where the random attack places each fragment: on as many anchors as the fragment has copies, drawn from all clusters
-- that it may belong to.
--
-- row: one per run, fragment and anchor that it is placed on
-- column: run BIGINT, >= 1
-- column: fragment BIGINT
-- column: cluster INTEGER
-- column: anchor BIGINT
-- column: rank BIGINT, >= 1: in the order of the draw
-- reads: published
-- source: DISASSOC 6.2
-- duckdb only: lists are unnested side by side
WITH anchors AS MATERIALIZED (
    SELECT
        homes.home,
        numbered.cluster,
        numbered.anchor,
        row_number() OVER (PARTITION BY homes.home ORDER BY numbered.cluster, numbered.anchor) AS place
    FROM setrisk_internal.anchors($release) AS numbered
    JOIN setrisk_internal.publishing_clusters($release) AS homes ON homes.cluster = numbered.cluster
)
SELECT draws.run, draws.fragment, anchors.cluster, anchors.anchor, draws.rank
FROM (
    SELECT
        by_fragment.run,
        by_fragment.home,
        by_fragment.fragment,
        unnest(by_fragment.places) AS place,
        unnest(range(1, len(by_fragment.places) + 1)) AS rank
    FROM (
        SELECT
            runs.run,
            by_home.home,
            unnest(by_home.fragments) AS fragment,
            unnest(_setrisk_drawn_anchors_v1(
                by_home.anchors,
                by_home.copies,
                setrisk_internal.draws_of_cluster(
                    setrisk_internal.check_at_least('seed', $seed, 0), runs.run, by_home.home
                )
            )) AS places
        FROM (
            SELECT
                counted.home,
                counted.anchors,
                list_transform(fragment_lists.members, lambda one: one.fragment) AS fragments,
                list_transform(fragment_lists.members, lambda one: one.copies) AS copies
            FROM (SELECT anchors.home, count(*) AS anchors FROM anchors GROUP BY anchors.home) AS counted
            JOIN (
                SELECT
                    fragments.home,
                    list_sort(list({'fragment': fragments.fragment, 'copies': fragments.copies})) AS members
                FROM setrisk_internal.fragments($release, placements := $placements) AS fragments
                GROUP BY fragments.home
            ) AS fragment_lists ON fragment_lists.home = counted.home
        ) AS by_home
        CROSS JOIN setrisk_internal.baseline_runs($runs) AS runs
    ) AS by_fragment
) AS draws
JOIN anchors ON anchors.home = draws.home AND anchors.place = draws.place
