-- pair_hits(corpus, pairs)
-- The numbers of documents that the NGD of pairs of terms needs: counted in the documents of the corpus, or as
-- imported.
--
-- parameter: pairs: the pairs of terms, as a list of structs with the fields item_a and item_b
-- row:       one per distinct pair
-- column:    item_a VARCHAR
-- column:    item_b VARCHAR
-- column:    fx DOUBLE?, documents, >= 0: those that hold item_a; NULL where none does
-- column:    fy DOUBLE?, documents, >= 0: those that hold item_b; NULL where none does
-- column:    fxy DOUBLE, documents, >= 0: those that hold both
-- column:    n DOUBLE, documents, > 0: all documents of the corpus
-- reads:     published
SELECT
    wanted.item_a,
    wanted.item_b,
    coalesce(counted_a.documents, imported_a.hits) AS fx,
    coalesce(counted_b.documents, imported_b.hits) AS fy,
    coalesce(together.documents, imported_pair.hits, 0) AS fxy,
    corpora.n_documents AS n
FROM (
    SELECT DISTINCT input_pairs.pair.item_a AS item_a, input_pairs.pair.item_b AS item_b
    FROM (SELECT unnest($pairs) AS pair) AS input_pairs
) AS wanted
JOIN setrisk.corpus AS corpora ON corpora.corpus = $corpus
LEFT JOIN (
    SELECT holdings.term, count(*) AS documents
    FROM setrisk_internal.pair_term_documents($corpus, $pairs) AS holdings
    GROUP BY holdings.term
) AS counted_a ON counted_a.term = wanted.item_a
LEFT JOIN (
    SELECT holdings.term, count(*) AS documents
    FROM setrisk_internal.pair_term_documents($corpus, $pairs) AS holdings
    GROUP BY holdings.term
) AS counted_b ON counted_b.term = wanted.item_b
LEFT JOIN (
    SELECT distinct_pairs.pair.item_a AS item_a, distinct_pairs.pair.item_b AS item_b, count(*) AS documents
    FROM (SELECT DISTINCT unnest($pairs) AS pair) AS distinct_pairs
    JOIN setrisk_internal.pair_term_documents($corpus, $pairs) AS holds_a ON holds_a.term = distinct_pairs.pair.item_a
    JOIN setrisk_internal.pair_term_documents($corpus, $pairs) AS holds_b
        ON holds_b.term = distinct_pairs.pair.item_b AND holds_b.document = holds_a.document
    GROUP BY distinct_pairs.pair.item_a, distinct_pairs.pair.item_b
) AS together ON together.item_a = wanted.item_a AND together.item_b = wanted.item_b
LEFT JOIN setrisk.corpus_hits AS imported_a
    ON imported_a.corpus = corpora.corpus
    AND imported_a.item_a = wanted.item_a
    AND imported_a.item_b IS NULL
LEFT JOIN setrisk.corpus_hits AS imported_b
    ON imported_b.corpus = corpora.corpus
    AND imported_b.item_a = wanted.item_b
    AND imported_b.item_b IS NULL
LEFT JOIN setrisk.corpus_hits AS imported_pair
    ON imported_pair.corpus = corpora.corpus
    AND imported_pair.item_a = least(wanted.item_a, wanted.item_b)
    AND imported_pair.item_b = greatest(wanted.item_a, wanted.item_b)
