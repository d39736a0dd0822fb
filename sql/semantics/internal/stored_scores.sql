-- stored_scores(knowledge, named_pairs)
-- The similarities of the pairs of terms that an attack compares, by stored knowledge: minus the NGD, or the cosine of
-- the vectors. It has all columns of `named_pairs`, and one more. No rows for an unknown name. An error if the
-- knowledge has not yet scored a pair.
--
-- parameter: named_pairs: the name of a CTE of the caller with the columns anchor_term and item_term, and any others
-- row: one per row of `named_pairs`
-- column: anchor_term VARCHAR: the term of the anchor, or of the context
-- column: item_term VARCHAR
-- column: similarity DOUBLE?: higher is better; NULL if a term is unknown, or the NGD negative and so unreliable
-- reads: published, $named_pairs: published
-- source: THESIS 3.1.2; DISASSOC Table 4
-- duckdb only: query_table
SELECT
    pairs.*,
    CASE
        WHEN NOT setrisk_internal.is_scored(
            scores.knowledge IS NOT NULL, knowledge.knowledge, pairs.anchor_term, pairs.item_term
        ) THEN NULL
        WHEN knowledge.scorer = 'embedding' OR scores.similarity <= 0 THEN scores.similarity
    END AS similarity
FROM query_table($named_pairs) AS pairs
JOIN setrisk.knowledge AS knowledge ON knowledge.knowledge = $knowledge
LEFT JOIN setrisk.similarity AS scores
    ON scores.knowledge = knowledge.knowledge
    AND scores.item_a = least(pairs.anchor_term, pairs.item_term)
    AND scores.item_b = greatest(pairs.anchor_term, pairs.item_term)
