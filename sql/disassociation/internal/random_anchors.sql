-- random_anchors(release, anchors := NULL, draws := 1, seed := 0)
-- Where the random attack places each fragment: on as many anchors as the fragment has copies, drawn from all clusters
-- that it may belong to.
--
-- row: one per draw, fragment and anchor that it is placed on
-- column: draw BIGINT, >= 1
-- column: fragment BIGINT
-- column: cluster INTEGER, >= 1
-- column: anchor BIGINT
-- column: rank BIGINT, >= 1: in the order of the draw
-- reads: published
-- source: DISASSOC 6.2
-- duckdb only: lists are unnested side by side
WITH anchors AS MATERIALIZED (
    SELECT
        publishers.publishing_cluster,
        anchors.cluster,
        anchors.anchor,
        row_number() OVER (
            PARTITION BY publishers.publishing_cluster ORDER BY anchors.cluster, anchors.anchor
        ) AS place
    FROM setrisk_internal.anchors($release) AS anchors
    JOIN setrisk_internal.publishing_clusters($release) AS publishers ON publishers.cluster = anchors.cluster
)
SELECT draws.draw, draws.fragment, anchors.cluster, anchors.anchor, draws.rank
FROM (
    SELECT
        place_lists.draw,
        place_lists.publishing_cluster,
        place_lists.fragment,
        unnest(place_lists.places) AS place,
        unnest(range(1, len(place_lists.places) + 1)) AS rank
    FROM (
        SELECT
            runs.draw,
            cluster_lists.publishing_cluster,
            unnest(cluster_lists.fragments) AS fragment,
            unnest(_setrisk_drawn_anchors_v1(
                cluster_lists.anchors,
                cluster_lists.copies,
                setrisk_internal.draws_of_cluster(
                    setrisk_internal.check_at_least('seed', $seed, 0), runs.draw, cluster_lists.publishing_cluster
                )
            )) AS places
        FROM (
            SELECT
                counts.publishing_cluster,
                counts.anchors,
                fragment_lists.fragments,
                fragment_lists.copies
            FROM (
                SELECT anchors.publishing_cluster, count(*) AS anchors FROM anchors GROUP BY anchors.publishing_cluster
            ) AS counts
            JOIN setrisk_internal.fragment_lists($release, anchors := $anchors) AS fragment_lists
                ON fragment_lists.publishing_cluster = counts.publishing_cluster
        ) AS cluster_lists
        CROSS JOIN setrisk_internal.numbered_draws('draws', $draws) AS runs
    ) AS place_lists
) AS draws
JOIN anchors ON anchors.publishing_cluster = draws.publishing_cluster AND anchors.place = draws.place
