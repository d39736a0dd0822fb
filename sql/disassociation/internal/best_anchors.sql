-- best_anchors(release, method, knowledge := 'self', placements := NULL)
-- Where aba, rga or mra places each fragment: on as many anchors as the fragment has copies, those with the highest
-- scores. Ties follow the order of the release, and anchors without any known pair come last.
--
-- row: one per fragment and anchor that it is placed on
-- column: fragment BIGINT
-- column: cluster INTEGER
-- column: anchor BIGINT
-- column: score DOUBLE?: NULL where nothing is known
-- column: rank BIGINT, >= 1: 1 for the best anchor
-- reads: published
-- source: DISASSOC Algorithms 3 to 5
SELECT ranked.fragment, ranked.cluster, ranked.anchor, ranked.score, ranked.rank
FROM (
    SELECT
        near.fragment,
        near.copies,
        near.cluster,
        anchors.anchor,
        near.score,
        row_number() OVER (
            PARTITION BY near.fragment ORDER BY near.score DESC NULLS LAST, near.cluster, anchors.anchor
        ) AS rank
    FROM (
        SELECT
            scored.fragment,
            scored.copies,
            scored.cluster,
            scored.anchor_set,
            scored.score,
            row_number() OVER (
                PARTITION BY scored.fragment ORDER BY scored.score DESC NULLS LAST, scored.cluster, scored.anchor_set
            ) AS nth
        FROM setrisk_internal.fragment_scores(
            $release, $method, knowledge := $knowledge, placements := $placements
        ) AS scored
    ) AS near
    JOIN setrisk_internal.anchors($release) AS anchors
        ON anchors.cluster = near.cluster AND anchors.anchor_set = near.anchor_set
    -- At least the anchors of its set with smaller numbers and the first anchor of each better set precede an anchor:
    -- all further ones would be sorted for nothing.
    WHERE near.nth <= near.copies AND anchors.nth <= near.copies - near.nth + 1
) AS ranked
WHERE ranked.rank <= ranked.copies
