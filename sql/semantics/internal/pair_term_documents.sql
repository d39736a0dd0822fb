-- pair_term_documents(corpus, term_pairs)
-- Which documents of a corpus hold the terms of a list of pairs.
--
-- parameter: term_pairs: the pairs of terms, as a list of structs with the fields item_a and item_b
-- row:       one per term and document that holds it
-- column:    term VARCHAR
-- column:    document BIGINT, >= 1
-- reads:     published
SELECT holdings.term, holdings.document
FROM setrisk_internal.term_documents(
    $corpus,
    list_concat(
        list_transform($term_pairs, lambda pair: pair.item_a),
        list_transform($term_pairs, lambda pair: pair.item_b)
    )
) AS holdings
