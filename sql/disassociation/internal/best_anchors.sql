-- best_anchors(release, scores)
-- Where aba, rga or mra places each fragment: on as many anchors as the fragment has copies, those with the highest
-- scores. Ties follow the order of the release, and anchors without any known pair come last.
--
-- parameter: scores: the name of a CTE of the caller with the rows of fragment_scores
-- row: one per fragment and anchor that it is placed on
-- column: fragment BIGINT
-- column: cluster INTEGER, >= 1
-- column: anchor BIGINT
-- column: fit DOUBLE?: NULL if nothing is known
-- column: rank BIGINT, >= 1: 1 for the best anchor
-- reads: published, $scores: published
-- source: DISASSOC Algorithms 3 to 5
-- duckdb only: query_table
SELECT anchors.fragment, anchors.cluster, anchors.anchor, anchors.fit, anchors.rank
FROM (
    SELECT
        candidates.fragment,
        candidates.copies,
        candidates.cluster,
        anchors.anchor,
        candidates.fit,
        row_number() OVER (
            PARTITION BY candidates.fragment
            ORDER BY candidates.fit DESC NULLS LAST, candidates.cluster, anchors.anchor
        ) AS rank
    FROM (
        SELECT
            scores.fragment,
            scores.copies,
            scores.cluster,
            scores.anchor_set,
            scores.fit,
            row_number() OVER (
                PARTITION BY scores.fragment ORDER BY scores.fit DESC NULLS LAST, scores.cluster, scores.anchor_set
            ) AS nth
        FROM query_table($scores) AS scores
    ) AS candidates
    JOIN setrisk_internal.anchors($release) AS anchors
        ON anchors.cluster = candidates.cluster AND anchors.anchor_set = candidates.anchor_set
    -- At least the anchors of its set with smaller numbers and the first anchor of each better set precede an anchor:
    -- all further ones would be sorted for nothing.
    WHERE candidates.nth <= candidates.copies AND anchors.nth <= candidates.copies - candidates.nth + 1
) AS anchors
WHERE anchors.rank <= anchors.copies
