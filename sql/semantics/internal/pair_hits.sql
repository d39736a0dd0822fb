-- pair_hits(corpus, term_pairs)
-- The numbers of documents that the NGD of pairs of terms needs: counted in the documents of the corpus, or as
-- imported.
--
-- parameter: term_pairs: the pairs of terms, as a list of structs with the fields item_a and item_b
-- row:       one per distinct pair
-- column:    item_a VARCHAR
-- column:    item_b VARCHAR
-- column:    fx DOUBLE?, documents, >= 0: those that hold item_a; NULL if none does
-- column:    fy DOUBLE?, documents, >= 0: those that hold item_b; NULL if none does
-- column:    fxy DOUBLE, documents, >= 0: those that hold both
-- column:    n_documents DOUBLE, documents, >= 0: all documents of the corpus
-- reads:     published
-- source:    THESIS Definition 10
SELECT
    term_pairs.item_a,
    term_pairs.item_b,
    coalesce(counts_a.documents, hits_a.hits) AS fx,
    coalesce(counts_b.documents, hits_b.hits) AS fy,
    coalesce(pair_counts.documents, pair_hits.hits, 0) AS fxy,
    corpora.n_documents
FROM (
    SELECT DISTINCT input_pairs.pair.item_a AS item_a, input_pairs.pair.item_b AS item_b
    FROM (SELECT unnest($term_pairs) AS pair) AS input_pairs
) AS term_pairs
JOIN setrisk.corpus AS corpora ON corpora.corpus = $corpus
LEFT JOIN (
    SELECT holdings.term, count(*) AS documents
    FROM setrisk_internal.pair_term_documents($corpus, $term_pairs) AS holdings
    GROUP BY holdings.term
) AS counts_a ON counts_a.term = term_pairs.item_a
LEFT JOIN (
    SELECT holdings.term, count(*) AS documents
    FROM setrisk_internal.pair_term_documents($corpus, $term_pairs) AS holdings
    GROUP BY holdings.term
) AS counts_b ON counts_b.term = term_pairs.item_b
LEFT JOIN (
    SELECT distinct_pairs.pair.item_a AS item_a, distinct_pairs.pair.item_b AS item_b, count(*) AS documents
    FROM (SELECT DISTINCT unnest($term_pairs) AS pair) AS distinct_pairs
    JOIN setrisk_internal.pair_term_documents($corpus, $term_pairs) AS holdings_a
        ON holdings_a.term = distinct_pairs.pair.item_a
    JOIN setrisk_internal.pair_term_documents($corpus, $term_pairs) AS holdings_b
        ON holdings_b.term = distinct_pairs.pair.item_b AND holdings_b.document = holdings_a.document
    GROUP BY distinct_pairs.pair.item_a, distinct_pairs.pair.item_b
) AS pair_counts ON pair_counts.item_a = term_pairs.item_a AND pair_counts.item_b = term_pairs.item_b
LEFT JOIN setrisk.corpus_hits AS hits_a
    ON hits_a.corpus = corpora.corpus
    AND hits_a.item_a = term_pairs.item_a
    AND hits_a.item_b IS NULL
LEFT JOIN setrisk.corpus_hits AS hits_b
    ON hits_b.corpus = corpora.corpus
    AND hits_b.item_a = term_pairs.item_b
    AND hits_b.item_b IS NULL
LEFT JOIN setrisk.corpus_hits AS pair_hits
    ON pair_hits.corpus = corpora.corpus
    AND pair_hits.item_a = least(term_pairs.item_a, term_pairs.item_b)
    AND pair_hits.item_b = greatest(term_pairs.item_a, term_pairs.item_b)
