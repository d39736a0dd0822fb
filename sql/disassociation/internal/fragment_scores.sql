-- fragment_scores(release, method, measure := 'self', placements := NULL)
-- One row per piece and anchor set of a cluster that it may belong to: how well they go together. Each term of the
-- anchor has the mean of its scores with the terms of the piece; of these the score is the mean (aba, DISASSOC formula
-- 1), the mean of those that reach the median (rga, formula 2), or the largest (mra). Unknown pairs are left out.
--
-- row: one per piece and anchor set of a cluster that it may belong to
-- column: piece BIGINT
-- column: home INTEGER
-- column: chunk INTEGER
-- column: copies BIGINT
-- column: cluster INTEGER
-- column: anchor_set BIGINT
-- column: anchors BIGINT: that are equal
-- column: score DOUBLE?: NULL where no pair is known
-- reads: published
WITH pieces AS MATERIALIZED (
    SELECT each.piece, each.home, each.chunk, each.items, each.copies
    FROM setrisk_internal.fragments($release, placements := $placements) AS each
),
-- Anchor sets of the clusters of a joint that have the same items have the same number.
anchor_sets AS MATERIALIZED (
    SELECT
        homes.home,
        each.cluster,
        each.anchor_set,
        each.items,
        each.anchors,
        dense_rank() OVER (ORDER BY homes.home, each.items) AS itemset
    FROM (
        SELECT anchors.cluster, anchors.anchor_set, anchors.items, count(*) AS anchors
        FROM setrisk_internal.anchors($release) AS anchors
        GROUP BY anchors.cluster, anchors.anchor_set, anchors.items
    ) AS each
    JOIN setrisk_internal.publishing_clusters($release) AS homes ON homes.cluster = each.cluster
),
anchor_items AS MATERIALIZED (
    SELECT DISTINCT each.home, each.itemset, unnest(each.items) AS item_id
    FROM anchor_sets AS each
),
scores AS MATERIALIZED (
    SELECT own.anchor_item, own.item_id, own.score
    FROM setrisk_internal.self_scores($release) AS own
    WHERE $measure = 'self'
    UNION ALL
    SELECT known.anchor_item, known.item_id, known.score
    FROM setrisk_internal.measured_scores($release, $measure) AS known
    WHERE $measure <> 'self'
),
means AS MATERIALIZED (
    SELECT targets.piece, targets.home, anchored.item_id, avg(scores.score) AS score
    FROM (SELECT each.piece, each.home, unnest(each.items) AS item_id FROM pieces AS each) AS targets
    JOIN (SELECT DISTINCT each.home, each.item_id FROM anchor_items AS each) AS anchored
        ON anchored.home = targets.home
    JOIN scores ON scores.anchor_item = anchored.item_id AND scores.item_id = targets.item_id
    WHERE scores.score IS NOT NULL
    GROUP BY targets.piece, targets.home, anchored.item_id
),
scored AS MATERIALIZED (
    SELECT
        by_term.piece,
        by_term.itemset,
        avg(by_term.score) AS aba,
        avg(by_term.score) FILTER (WHERE by_term.score >= by_term.division_indicator) AS rga,
        max(by_term.score) AS mra
    FROM (
        SELECT
            means.piece,
            anchor_items.itemset,
            means.score,
            CASE
                WHEN $method = 'rga'
                    THEN median(means.score) OVER (PARTITION BY means.piece, anchor_items.itemset)
            END AS division_indicator
        FROM means
        JOIN anchor_items ON anchor_items.home = means.home AND anchor_items.item_id = means.item_id
    ) AS by_term
    GROUP BY by_term.piece, by_term.itemset
)
SELECT
    pieces.piece,
    pieces.home,
    pieces.chunk,
    pieces.copies,
    anchor_sets.cluster,
    anchor_sets.anchor_set,
    anchor_sets.anchors,
    -- Equal sums in another order of their terms differ in the last digits, and are ties all the same.
    round(CASE $method WHEN 'rga' THEN scored.rga WHEN 'mra' THEN scored.mra ELSE scored.aba END, 12) AS score
FROM pieces
JOIN anchor_sets ON anchor_sets.home = pieces.home
LEFT JOIN scored ON scored.piece = pieces.piece AND scored.itemset = anchor_sets.itemset
