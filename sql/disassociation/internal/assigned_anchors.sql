-- assigned_anchors(release, knowledge := 'self')
-- Where the optimal assignment places the sub-records of a release: an anchor takes at most one sub-record of a chunk,
-- and the sum of their scores (those of aba) is the largest possible.
--
-- row: one per group of equal sub-records, and anchor that one of them is placed on
-- column: fragment BIGINT
-- column: cluster INTEGER
-- column: anchor BIGINT
-- column: score DOUBLE?: NULL where nothing is known
-- column: rank BIGINT, >= 1: 1 for the best anchor of the fragment
-- reads: published
-- duckdb only: lists are unnested side by side
WITH scored AS MATERIALIZED (
    SELECT
        scores.publishing_cluster,
        scores.chunk,
        scores.fragment,
        scores.copies,
        scores.cluster,
        scores.anchor_set,
        scores.anchors,
        scores.score,
        dense_rank() OVER (
            PARTITION BY scores.publishing_cluster, scores.chunk ORDER BY scores.cluster, scores.anchor_set
        ) AS set_no
    FROM setrisk_internal.fragment_scores($release, 'aba', knowledge := $knowledge) AS scores
    WHERE scores.chunk > 0
),
assigned AS MATERIALIZED (
    SELECT
        chosen.publishing_cluster,
        chosen.chunk,
        chosen.fragment,
        chosen.set_no,
        row_number() OVER (
            PARTITION BY chosen.publishing_cluster, chosen.chunk, chosen.set_no ORDER BY chosen.fragment
        ) AS place
    FROM (
        SELECT
            by_fragment.publishing_cluster,
            by_fragment.chunk,
            by_fragment.fragment,
            unnest(by_fragment.sets) AS set_no
        FROM (
            SELECT
                chunks.publishing_cluster,
                chunks.chunk,
                unnest(list_transform(chunks.rows_of, lambda one: one.fragment)) AS fragment,
                unnest(_setrisk_assigned_anchor_sets_v1(
                    list_transform(chunks.rows_of, lambda one: list_transform(one.cells, lambda cell: cell.score)),
                    list_transform(chunks.rows_of, lambda one: one.copies),
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
                        scored.publishing_cluster,
                        scored.chunk,
                        scored.fragment,
                        scored.copies,
                        list_sort(
                            list({'set_no': scored.set_no, 'anchors': scored.anchors, 'score': scored.score})
                        ) AS cells
                    FROM scored
                    GROUP BY scored.publishing_cluster, scored.chunk, scored.fragment, scored.copies
                ) AS fragments
                GROUP BY fragments.publishing_cluster, fragments.chunk
            ) AS chunks
        ) AS by_fragment
    ) AS chosen
),
placed AS MATERIALIZED ( -- otherwise every anchor of a place is first joined with every set of that place
    SELECT assigned.fragment, assigned.place, scored.cluster, scored.anchor_set, scored.score
    FROM assigned
    JOIN scored ON scored.fragment = assigned.fragment AND scored.set_no = assigned.set_no
)
SELECT
    placed.fragment,
    placed.cluster,
    anchors.anchor,
    placed.score,
    row_number() OVER (
        PARTITION BY placed.fragment ORDER BY placed.score DESC NULLS LAST, placed.cluster, anchors.anchor
    ) AS rank
FROM placed
JOIN setrisk_internal.anchors($release) AS anchors
    ON anchors.cluster = placed.cluster AND anchors.anchor_set = placed.anchor_set AND anchors.nth = placed.place
