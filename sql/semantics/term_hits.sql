-- term_hits(corpus, terms)
-- In how many documents terms and pairs of terms occur. The numbers are counted in the documents of a corpus, or are
-- those that were imported. Terms and pairs that no document holds have no row.
--
-- parameter: corpus: the name of a corpus
-- parameter: terms: a list of terms; a term of several words occurs if its words follow each other
-- row:       one per term, and one per pair of terms, that some document holds
-- column:    item_a VARCHAR: the term, or the first term of the pair in the order of names
-- column:    item_b VARCHAR?: the second term of the pair; NULL for a single term
-- column:    hits DOUBLE, documents, >= 0: those that hold the term, or both terms
-- checks:    known_corpus($corpus)
-- reads:     published
-- source:    THESIS Definition 10
-- page:      semantics.md
-- example:   FROM setrisk.term_hits('literature', ['bypass surgery', 'stent'])
WITH numbered_terms AS MATERIALIZED (
    -- Terms are numbered before they are paired: grouping millions of pairs by numbers is several times faster.
    SELECT unique_terms.term, row_number() OVER (ORDER BY unique_terms.term) AS term_no
    FROM (SELECT DISTINCT unnest(CAST($terms AS VARCHAR[])) AS term) AS unique_terms
),
holdings AS MATERIALIZED (
    SELECT CAST(numbered_terms.term_no AS INTEGER) AS term_no, term_documents.document
    FROM setrisk_internal.term_documents($corpus, $terms) AS term_documents
    JOIN numbered_terms ON numbered_terms.term = term_documents.term
)
SELECT numbered_terms.term AS item_a, NULL AS item_b, term_counts.hits
FROM (SELECT holdings.term_no, count(*) AS hits FROM holdings GROUP BY holdings.term_no) AS term_counts
JOIN numbered_terms ON numbered_terms.term_no = term_counts.term_no
UNION ALL
SELECT name_a.term AS item_a, name_b.term AS item_b, pairs.hits
FROM (
    SELECT holding_a.term_no AS no_a, holding_b.term_no AS no_b, count(*) AS hits
    FROM holdings AS holding_a
    JOIN holdings AS holding_b
        ON holding_b.document = holding_a.document AND holding_b.term_no > holding_a.term_no
    GROUP BY holding_a.term_no, holding_b.term_no
) AS pairs
JOIN numbered_terms AS name_a ON name_a.term_no = pairs.no_a
JOIN numbered_terms AS name_b ON name_b.term_no = pairs.no_b
UNION ALL
SELECT imported_hits.item_a, imported_hits.item_b, imported_hits.hits
FROM setrisk.corpus_hits AS imported_hits
WHERE imported_hits.corpus = $corpus
    AND list_contains(CAST($terms AS VARCHAR[]), imported_hits.item_a)
    AND (imported_hits.item_b IS NULL OR list_contains(CAST($terms AS VARCHAR[]), imported_hits.item_b))
