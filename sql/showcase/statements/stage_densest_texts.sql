-- stage_densest_texts(n_words, n_texts)
-- Stage the texts that have most of the commonest words, as sets of these, and measure how dense they are.
--
-- parameter: n_words: how many of the commonest words count
-- parameter: n_texts: how many texts to stage
-- row:    one
-- column: density DOUBLE, fraction, 0 to 1: the fraction of the words that a text has, on average
-- stages: _setrisk_words(tid, word): the words of all texts
-- stages: _setrisk_densest_texts(tid, items): the texts, with those of their words that count
CREATE OR REPLACE TEMP TABLE _setrisk_densest_texts AS
SELECT words.tid, list(words.word ORDER BY words.word) AS items
FROM _setrisk_words AS words
WHERE words.word IN (
    SELECT words.word
    FROM _setrisk_words AS words
    GROUP BY words.word
    ORDER BY count(*) DESC, words.word
    LIMIT $n_words
)
GROUP BY words.tid
ORDER BY len(items) DESC, words.tid
LIMIT $n_texts;

SELECT avg(len(texts.items)) / $n_words AS density
FROM _setrisk_densest_texts AS texts
