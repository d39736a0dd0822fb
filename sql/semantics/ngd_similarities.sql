-- ngd_similarities(corpus, term_pairs)
-- How closely pairs of terms belong together in a corpus. Their similarity is minus their Normalised Google Distance
-- (NGD), so that the highest similarity is the best. A pair that no document holds counts as half a document, which
-- keeps its similarity finite.
--
-- parameter: corpus: the name of a corpus
-- parameter: term_pairs: the pairs of terms, as a list of structs with the fields item_a and item_b
-- row:       one per distinct pair
-- column:    item_a VARCHAR: the first term
-- column:    item_b VARCHAR: the second term
-- column:    similarity DOUBLE?: minus the NGD; NULL if the corpus does not know a term, or all
--     its documents hold both
-- checks:    known_corpus($corpus)
-- reads:     published
-- source:    THESIS 3.1.2; CONTEXT 3.2, Definition 3.5
-- page:      semantics.md
-- example:   FROM setrisk.ngd_similarities('literature', [{'item_a': 'migraine', 'item_b': 'tremor'}])
SELECT
    hits.item_a,
    hits.item_b,
    -setrisk.ngd(hits.fx, hits.fy, greatest(hits.fxy, 0.5), hits.n_documents) AS similarity
FROM setrisk_internal.pair_hits($corpus, $term_pairs) AS hits
