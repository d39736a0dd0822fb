-- stored_scores(release, knowledge, compared)
-- The similarities of the pairs of items that an attack compares, by stored knowledge: minus the NGD, or the cosine of
-- the vectors. It has all columns of `compared`, and one more. An error if the knowledge has not yet scored the pairs
-- of this release.
--
-- parameter: compared: the name of a CTE of the caller with the columns anchor_item and item_id, and any others
-- row: one per row of `compared`
-- column: anchor_item INTEGER: the item of the anchor, or the context item
-- column: item_id INTEGER
-- column: similarity DOUBLE?: higher is better; NULL if an item is unknown, or the NGD negative and so unreliable
-- reads: published, $compared: published
-- source: THESIS 3.1.2; DISASSOC Table 4
-- duckdb only: query_table
SELECT
    pairs.*,
    CASE
        WHEN NOT setrisk_internal.is_scored(
            scores.knowledge IS NOT NULL, knowledge.knowledge, anchor_name.item, item_name.item
        ) THEN NULL
        WHEN knowledge.scorer = 'embedding' OR scores.similarity <= 0 THEN scores.similarity
    END AS similarity
FROM query_table($compared) AS pairs
JOIN setrisk.published_item AS anchor_name ON anchor_name.item_id = pairs.anchor_item
JOIN setrisk.published_item AS item_name ON item_name.item_id = pairs.item_id
JOIN setrisk.knowledge AS knowledge ON knowledge.knowledge = $knowledge
LEFT JOIN setrisk.similarity AS scores
    ON scores.knowledge = knowledge.knowledge
    AND scores.item_a = least(anchor_name.item, item_name.item)
    AND scores.item_b = greatest(anchor_name.item, item_name.item)
WHERE anchor_name.release = $release AND item_name.release = $release
