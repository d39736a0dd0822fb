-- term_hits(corpus, terms)
-- In how many documents of a corpus the terms of a list occur, and each pair of them: counted in the documents, or as
-- imported. Terms and pairs that no document holds have no row.
--
-- parameter: corpus: the name of a corpus
-- parameter: terms: a list of terms; a term of several words occurs where its words follow each other
-- row:       one per term, and one per pair of terms, that some document holds
-- column:    item_a VARCHAR: the term, or the first term of the pair in the order of names
-- column:    item_b VARCHAR?: the second term of the pair; NULL for a single term
-- column:    hits DOUBLE, documents, >= 0: those that hold the term, or both terms
-- reads:     published
-- example:   FROM setrisk.term_hits('literature', ['bypass surgery', 'stent'])
WITH listed AS MATERIALIZED (
    SELECT asked.term, row_number() OVER (ORDER BY asked.term) AS term_no
    FROM (SELECT DISTINCT unnest(CAST($terms AS VARCHAR[])) AS term) AS asked
),
held AS MATERIALIZED (
    SELECT CAST(listed.term_no AS INTEGER) AS term_no, found.document
    FROM setrisk_internal.term_documents($corpus, $terms) AS found
    JOIN listed ON listed.term = found.term
)
SELECT listed.term AS item_a, NULL AS item_b, single.hits
FROM (SELECT held.term_no, count(*) AS hits FROM held GROUP BY held.term_no) AS single
JOIN listed ON listed.term_no = single.term_no
UNION ALL
SELECT listed_a.term AS item_a, listed_b.term AS item_b, pairs.hits
FROM (
    SELECT one.term_no AS no_a, other.term_no AS no_b, count(*) AS hits
    FROM held AS one
    JOIN held AS other ON other.document = one.document AND other.term_no > one.term_no
    GROUP BY one.term_no, other.term_no
) AS pairs
JOIN listed AS listed_a ON listed_a.term_no = pairs.no_a
JOIN listed AS listed_b ON listed_b.term_no = pairs.no_b
UNION ALL
SELECT imported.item_a, imported.item_b, imported.hits
FROM setrisk.corpus_hits AS imported
WHERE imported.corpus = $corpus
    AND list_contains(CAST($terms AS VARCHAR[]), imported.item_a)
    AND (imported.item_b IS NULL OR list_contains(CAST($terms AS VARCHAR[]), imported.item_b))
