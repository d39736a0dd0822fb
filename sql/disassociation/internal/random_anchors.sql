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
        publishers.publishing_cluster,
        numbered.cluster,
        numbered.anchor,
        row_number() OVER (
            PARTITION BY publishers.publishing_cluster ORDER BY numbered.cluster, numbered.anchor
        ) AS place
    FROM setrisk_internal.anchors($release) AS numbered
    JOIN setrisk_internal.publishing_clusters($release) AS publishers ON publishers.cluster = numbered.cluster
)
SELECT draws.run, draws.fragment, anchors.cluster, anchors.anchor, draws.rank
FROM (
    SELECT
        by_fragment.run,
        by_fragment.publishing_cluster,
        by_fragment.fragment,
        unnest(by_fragment.places) AS place,
        unnest(range(1, len(by_fragment.places) + 1)) AS rank
    FROM (
        SELECT
            runs.run,
            cluster_lists.publishing_cluster,
            unnest(cluster_lists.fragments) AS fragment,
            unnest(_setrisk_drawn_anchors_v1(
                cluster_lists.anchors,
                cluster_lists.copies,
                setrisk_internal.draws_of_cluster(
                    setrisk_internal.check_at_least('seed', $seed, 0), runs.run, cluster_lists.publishing_cluster
                )
            )) AS places
        FROM (
            SELECT
                counted.publishing_cluster,
                counted.anchors,
                list_transform(fragment_lists.members, lambda one: one.fragment) AS fragments,
                list_transform(fragment_lists.members, lambda one: one.copies) AS copies
            FROM (
                SELECT anchors.publishing_cluster, count(*) AS anchors FROM anchors GROUP BY anchors.publishing_cluster
            ) AS counted
            JOIN (
                SELECT
                    fragments.publishing_cluster,
                    list_sort(list({'fragment': fragments.fragment, 'copies': fragments.copies})) AS members
                FROM setrisk_internal.fragments($release, placements := $placements) AS fragments
                GROUP BY fragments.publishing_cluster
            ) AS fragment_lists ON fragment_lists.publishing_cluster = counted.publishing_cluster
        ) AS cluster_lists
        CROSS JOIN setrisk_internal.baseline_runs($runs) AS runs
    ) AS by_fragment
) AS draws
JOIN anchors ON anchors.publishing_cluster = draws.publishing_cluster AND anchors.place = draws.place
