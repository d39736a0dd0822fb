-- best_anchors(release, method, measure := 'self', placements := NULL)
-- One row per piece and anchor that aba, rga or mra places it on: as many as there are copies, those with the highest
-- score; ties in the order of the release, anchors without any known pair last (DISASSOC Algorithms 3 to 5).
--
-- row: one per piece and anchor that aba, rga or mra places it on
-- column: piece BIGINT
-- column: cluster INTEGER
-- column: anchor BIGINT
-- column: score DOUBLE
-- column: rank BIGINT, >= 1
-- reads: published
SELECT ranked.piece, ranked.cluster, ranked.anchor, ranked.score, ranked.rank
FROM (
    SELECT
        near.piece,
        near.copies,
        near.cluster,
        anchors.anchor,
        near.score,
        row_number() OVER (
            PARTITION BY near.piece ORDER BY near.score DESC NULLS LAST, near.cluster, anchors.anchor
        ) AS rank
    FROM (
        SELECT
            scored.piece,
            scored.copies,
            scored.cluster,
            scored.anchor_set,
            scored.score,
            row_number() OVER (
                PARTITION BY scored.piece ORDER BY scored.score DESC NULLS LAST, scored.cluster, scored.anchor_set
            ) AS nth
        FROM setrisk_internal.fragment_scores($release, $method, measure := $measure, placements := $placements) AS scored
    ) AS near
    JOIN setrisk_internal.anchors($release) AS anchors
        ON anchors.cluster = near.cluster AND anchors.anchor_set = near.anchor_set
    -- Before an anchor come those of its set with smaller numbers and the first of each set before: the others would be
    -- sorted for nothing.
    WHERE near.nth <= near.copies AND anchors.nth <= near.copies - near.nth + 1
) AS ranked
WHERE ranked.rank <= ranked.copies
