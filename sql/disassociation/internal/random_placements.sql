-- random_placements(release, draws := 1)
-- Where the random attack places each fragment, by cluster: the draws of random_anchors without their order.
--
-- row: one per draw, fragment and cluster that the fragment is placed in
-- column: draw BIGINT, >= 1
-- column: fragment BIGINT
-- column: cluster INTEGER, >= 1
-- column: anchors BIT: anchors of the cluster that get the fragment, as in anchors.own_bit
-- reads: published
-- duckdb only: lists are unnested side by side
WITH sections AS MATERIALIZED (
    SELECT
        publishers.publishing_cluster,
        counts.cluster,
        counts.anchors,
        sum(counts.anchors) OVER (PARTITION BY publishers.publishing_cluster ORDER BY counts.cluster)
            - counts.anchors + 1 AS first_place
    FROM (
        SELECT anchors.cluster, count(*) AS anchors
        FROM setrisk_internal.anchors($release) AS anchors
        GROUP BY anchors.cluster
    ) AS counts
    JOIN setrisk_internal.publishing_clusters($release) AS publishers ON publishers.cluster = counts.cluster
),
draws AS (
    SELECT
        runs.draw,
        cluster_lists.publishing_cluster,
        unnest(cluster_lists.fragments) AS fragment,
        unnest(_setrisk_drawn_anchor_marks_v1(
            cluster_lists.anchors, cluster_lists.copies,
            setrisk_internal.draws_of_cluster(0, runs.draw, cluster_lists.publishing_cluster)
        )) AS marks
    FROM (
        SELECT
            counts.publishing_cluster,
            counts.anchors,
            fragment_lists.fragments,
            fragment_lists.copies
        FROM (
            SELECT sections.publishing_cluster, CAST(sum(sections.anchors) AS BIGINT) AS anchors
            FROM sections
            GROUP BY sections.publishing_cluster
        ) AS counts
        JOIN setrisk_internal.fragment_lists($release) AS fragment_lists
            ON fragment_lists.publishing_cluster = counts.publishing_cluster
    ) AS cluster_lists
    CROSS JOIN setrisk_internal.numbered_draws('draws', $draws) AS runs
)
SELECT placements.draw, placements.fragment, placements.cluster, CAST(placements.marks AS BIT) AS anchors
FROM (
    SELECT
        draws.draw,
        draws.fragment,
        sections.cluster,
        substring(draws.marks, CAST(sections.first_place AS BIGINT), sections.anchors) AS marks
    FROM draws
    JOIN sections ON sections.publishing_cluster = draws.publishing_cluster
) AS placements
WHERE contains(placements.marks, '1')
