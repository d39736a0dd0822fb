-- add_corpus(corpus, source, n_documents)
-- Add a corpus whose words or counts are stored, and the knowledge of the same name, which compares terms by it.
--
-- parameter: source: where the corpus was read from
-- parameter: n_documents: how many documents it has
-- reads:     nothing
-- writes:    setrisk.corpus setrisk.knowledge
INSERT INTO setrisk.corpus (corpus, source, n_documents)
VALUES ($corpus, $source, $n_documents);

INSERT INTO setrisk.knowledge (knowledge, scorer, source)
VALUES ($corpus, 'ngd', $source)
