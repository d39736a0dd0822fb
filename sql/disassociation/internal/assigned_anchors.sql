-- assigned_anchors(release, scores)
-- Where the optimal assignment places the sub-records of a release: an anchor takes at most one sub-record of a chunk,
-- and the sum of their fits (those of aba) is the largest possible.
--
-- parameter: scores: the name of a CTE of the caller with the rows of fragment_scores
-- row: one per group of equal sub-records, and anchor that one of them is placed on
-- column: fragment BIGINT
-- column: cluster INTEGER, >= 1
-- column: anchor BIGINT
-- column: fit DOUBLE?: NULL if nothing is known
-- column: rank BIGINT, >= 1: 1 for the best anchor of the fragment
-- reads: published, $scores: published
-- duckdb only: query_table, lists are unnested side by side
WITH scores AS MATERIALIZED (
    SELECT
        scores.publishing_cluster,
        scores.chunk,
        scores.fragment,
        scores.copies,
        scores.cluster,
        scores.anchor_set,
        scores.anchors,
        scores.fit,
        dense_rank() OVER (
            PARTITION BY scores.publishing_cluster, scores.chunk ORDER BY scores.cluster, scores.anchor_set
        ) AS set_no
    FROM query_table($scores) AS scores
    WHERE scores.chunk > 0
),
assignments AS MATERIALIZED (
    SELECT
        choices.publishing_cluster,
        choices.chunk,
        choices.fragment,
        choices.set_no,
        row_number() OVER (
            PARTITION BY choices.publishing_cluster, choices.chunk, choices.set_no ORDER BY choices.fragment
        ) AS place
    FROM (
        SELECT
            set_lists.publishing_cluster,
            set_lists.chunk,
            set_lists.fragment,
            unnest(set_lists.sets) AS set_no
        FROM (
            SELECT
                chunks.publishing_cluster,
                chunks.chunk,
                unnest(list_transform(chunks.rows_of, lambda fragment: fragment.fragment)) AS fragment,
                unnest(_setrisk_assigned_anchor_sets_v1(
                    list_transform(
                        chunks.rows_of, lambda fragment: list_transform(fragment.cells, lambda cell: cell.fit)
                    ),
                    list_transform(chunks.rows_of, lambda fragment: fragment.copies),
                    list_transform(chunks.rows_of[1].cells, lambda cell: cell.anchors)
                )) AS sets
            FROM (
                SELECT
                    fragments.publishing_cluster,
                    fragments.chunk,
                    list_sort(
                        list({'fragment': fragments.fragment, 'copies': fragments.copies, 'cells': fragments.cells})
                    ) AS rows_of
                FROM (
                    SELECT
                        scores.publishing_cluster,
                        scores.chunk,
                        scores.fragment,
                        scores.copies,
                        list_sort(
                            list({'set_no': scores.set_no, 'anchors': scores.anchors, 'fit': scores.fit})
                        ) AS cells
                    FROM scores
                    GROUP BY scores.publishing_cluster, scores.chunk, scores.fragment, scores.copies
                ) AS fragments
                GROUP BY fragments.publishing_cluster, fragments.chunk
            ) AS chunks
        ) AS set_lists
    ) AS choices
),
placements AS MATERIALIZED ( -- otherwise every anchor of a place is first joined with every set of that place
    SELECT assignments.fragment, assignments.place, scores.cluster, scores.anchor_set, scores.fit
    FROM assignments
    JOIN scores ON scores.fragment = assignments.fragment AND scores.set_no = assignments.set_no
)
SELECT
    placements.fragment,
    placements.cluster,
    anchors.anchor,
    placements.fit,
    row_number() OVER (
        PARTITION BY placements.fragment ORDER BY placements.fit DESC NULLS LAST, placements.cluster, anchors.anchor
    ) AS rank
FROM placements
JOIN setrisk_internal.anchors($release) AS anchors
    ON anchors.cluster = placements.cluster
    AND anchors.anchor_set = placements.anchor_set
    AND anchors.nth = placements.place
