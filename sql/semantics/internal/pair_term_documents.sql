-- pair_term_documents(corpus, pairs)
-- One row per term of the list `pairs` (structs item_a, item_b) and document of the corpus that holds it.
--
-- row: one per term of the list `pairs` (structs item_a, item_b) and document of the corpus that holds it
-- column: term VARCHAR
-- column: document BIGINT
-- reads: published
SELECT held.term, held.document
FROM setrisk_internal.term_documents(
    $corpus,
    list_concat(
        list_transform($pairs, lambda pair: pair.item_a),
        list_transform($pairs, lambda pair: pair.item_b)
    )
) AS held
