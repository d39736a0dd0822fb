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
    asked.item_a,
    asked.item_b,
    coalesce(one.documents, imported_one.hits) AS fx,
    coalesce(other.documents, imported_other.hits) AS fy,
    coalesce(together.documents, imported_both.hits, 0) AS fxy,
    corpora.n_documents AS n
FROM (
    SELECT DISTINCT listed.pair.item_a AS item_a, listed.pair.item_b AS item_b
    FROM (SELECT unnest($pairs) AS pair) AS listed
) AS asked
JOIN setrisk.corpus AS corpora ON corpora.corpus = $corpus
LEFT JOIN (
    SELECT held.term, count(*) AS documents
    FROM setrisk_internal.pair_term_documents($corpus, $pairs) AS held
    GROUP BY held.term
) AS one ON one.term = asked.item_a
LEFT JOIN (
    SELECT held.term, count(*) AS documents
    FROM setrisk_internal.pair_term_documents($corpus, $pairs) AS held
    GROUP BY held.term
) AS other ON other.term = asked.item_b
LEFT JOIN (
    SELECT wanted.pair.item_a AS item_a, wanted.pair.item_b AS item_b, count(*) AS documents
    FROM (SELECT DISTINCT unnest($pairs) AS pair) AS wanted
    JOIN setrisk_internal.pair_term_documents($corpus, $pairs) AS holds_a ON holds_a.term = wanted.pair.item_a
    JOIN setrisk_internal.pair_term_documents($corpus, $pairs) AS holds_b
        ON holds_b.term = wanted.pair.item_b AND holds_b.document = holds_a.document
    GROUP BY wanted.pair.item_a, wanted.pair.item_b
) AS together ON together.item_a = asked.item_a AND together.item_b = asked.item_b
LEFT JOIN setrisk.corpus_hits AS imported_one
    ON imported_one.corpus = corpora.corpus
    AND imported_one.item_a = asked.item_a
    AND imported_one.item_b IS NULL
LEFT JOIN setrisk.corpus_hits AS imported_other
    ON imported_other.corpus = corpora.corpus
    AND imported_other.item_a = asked.item_b
    AND imported_other.item_b IS NULL
LEFT JOIN setrisk.corpus_hits AS imported_both
    ON imported_both.corpus = corpora.corpus
    AND imported_both.item_a = least(asked.item_a, asked.item_b)
    AND imported_both.item_b = greatest(asked.item_a, asked.item_b)
