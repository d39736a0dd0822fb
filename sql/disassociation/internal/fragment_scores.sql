-- fragment_scores(release, method, knowledge := 'self', anchors := NULL, as_printed := false)
-- How well each fragment fits each anchor set that it may belong to. Every item of the anchor gets the mean of its
-- scores with the items of the fragment; aba takes the mean of these, rga the mean of those that reach the median, mra
-- the largest. Unknown pairs are left out.
--
-- parameter: as_printed: whether sub-records fit as well as aba says, whatever the method: in the paper aba alone
--     attacks record chunks
-- row: one per fragment and anchor set
-- column: fragment BIGINT
-- column: publishing_cluster INTEGER, >= 1: cluster or joint cluster that publishes the fragment
-- column: chunk INTEGER, >= 0: 0 is the term chunk
-- column: copies BIGINT: anchors that the fragment is to be placed on
-- column: cluster INTEGER, >= 1
-- column: anchor_set BIGINT
-- column: anchors BIGINT, >= 1: how many anchors the set has
-- column: fit DOUBLE?: higher is better; NULL if no pair is known
-- reads: published
-- source: DISASSOC 5, formulas 1 and 2
WITH fragments AS MATERIALIZED (
    SELECT fragments.fragment, fragments.publishing_cluster, fragments.chunk, fragments.items, fragments.copies
    FROM setrisk_internal.fragments($release, anchors := $anchors) AS fragments
),
-- Anchor sets of a joint cluster that have the same items have the same number.
anchor_sets AS MATERIALIZED (
    SELECT
        publishers.publishing_cluster,
        sets.cluster,
        sets.anchor_set,
        sets.items,
        sets.anchors,
        dense_rank() OVER (ORDER BY publishers.publishing_cluster, sets.items) AS itemset
    FROM (
        SELECT anchors.cluster, anchors.anchor_set, anchors.items, count(*) AS anchors
        FROM setrisk_internal.anchors($release) AS anchors
        GROUP BY anchors.cluster, anchors.anchor_set, anchors.items
    ) AS sets
    JOIN setrisk_internal.publishing_clusters($release) AS publishers ON publishers.cluster = sets.cluster
),
anchor_items AS MATERIALIZED (
    SELECT DISTINCT anchor_sets.publishing_cluster, anchor_sets.itemset, unnest(anchor_sets.items) AS item_id
    FROM anchor_sets
),
compared_items AS MATERIALIZED (
    SELECT pairs.* FROM setrisk_internal.compared_items($release) AS pairs
),
named_pairs AS (
    SELECT pairs.anchor_item, pairs.item_id, anchor_names.item AS anchor_term, item_names.item AS item_term
    FROM compared_items AS pairs
    JOIN setrisk.published_item AS anchor_names ON anchor_names.item_id = pairs.anchor_item
    JOIN setrisk.published_item AS item_names ON item_names.item_id = pairs.item_id
    WHERE anchor_names.release = $release AND item_names.release = $release
),
scores AS MATERIALIZED (
    SELECT self_scores.anchor_item, self_scores.item_id, self_scores.similarity
    FROM setrisk_internal.self_scores($release, 'compared_items') AS self_scores
    WHERE $knowledge = 'self'
    UNION ALL
    SELECT stored_scores.anchor_item, stored_scores.item_id, stored_scores.similarity
    FROM setrisk_internal.stored_scores($knowledge, 'named_pairs') AS stored_scores
    WHERE $knowledge <> 'self'
),
-- Kept as rows, so that no version of DuckDB joins fragments with the scores of anchors of other clusters first.
pairs AS MATERIALIZED (
    SELECT targets.fragment, targets.publishing_cluster, targets.item_id, items.item_id AS anchor_item
    FROM (
        SELECT fragments.fragment, fragments.publishing_cluster, unnest(fragments.items) AS item_id
        FROM fragments
    ) AS targets
    JOIN (SELECT DISTINCT anchor_items.publishing_cluster, anchor_items.item_id FROM anchor_items) AS items
        ON items.publishing_cluster = targets.publishing_cluster
),
means AS MATERIALIZED (
    SELECT pairs.fragment, pairs.publishing_cluster, pairs.anchor_item AS item_id, avg(scores.similarity) AS similarity
    FROM pairs
    JOIN scores ON scores.anchor_item = pairs.anchor_item AND scores.item_id = pairs.item_id
    WHERE scores.similarity IS NOT NULL
    GROUP BY pairs.fragment, pairs.publishing_cluster, pairs.anchor_item
),
set_scores AS MATERIALIZED (
    SELECT
        term_scores.fragment,
        term_scores.itemset,
        avg(term_scores.similarity) AS aba,
        avg(term_scores.similarity) FILTER (WHERE term_scores.similarity >= term_scores.division_indicator) AS rga,
        max(term_scores.similarity) AS mra
    FROM (
        SELECT
            means.fragment,
            anchor_items.itemset,
            means.similarity,
            CASE
                WHEN $method = 'rga'
                    THEN median(means.similarity) OVER (PARTITION BY means.fragment, anchor_items.itemset)
            END AS division_indicator
        FROM means
        JOIN anchor_items
            ON anchor_items.publishing_cluster = means.publishing_cluster AND anchor_items.item_id = means.item_id
    ) AS term_scores
    GROUP BY term_scores.fragment, term_scores.itemset
)
SELECT
    fragments.fragment,
    fragments.publishing_cluster,
    fragments.chunk,
    fragments.copies,
    anchor_sets.cluster,
    anchor_sets.anchor_set,
    anchor_sets.anchors,
    -- Rounded, so that equal sums that were added up in another order are ties.
    setrisk_internal.rounded(
        CASE
            WHEN $as_printed AND fragments.chunk > 0 THEN set_scores.aba
            WHEN $method = 'rga' THEN set_scores.rga
            WHEN $method = 'mra' THEN set_scores.mra
            ELSE set_scores.aba
        END,
        1000000000000
    ) AS fit
FROM fragments
JOIN anchor_sets ON anchor_sets.publishing_cluster = fragments.publishing_cluster
LEFT JOIN set_scores ON set_scores.fragment = fragments.fragment AND set_scores.itemset = anchor_sets.itemset
