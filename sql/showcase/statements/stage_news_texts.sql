-- stage_news_texts(articles, n_records)
-- Stage the texts of the news experiments: the first articles are records, and those of the others that begin like no
-- record are the corpus.
--
-- parameter: articles: a file with a topic, a tab and a text in each line
-- parameter: n_records: how many articles are records
-- stages: _setrisk_texts(number, text, beginning): all texts with their numbers
-- stages: _setrisk_news_records(text): the records, in the order of the file
-- stages: _setrisk_news_corpus(text): the corpus
CREATE OR REPLACE TEMP TABLE _setrisk_texts AS
SELECT
    row_number() OVER () AS number,
    articles.column1 AS text,
    -- Two texts are one document if their first 80 letters are the same.
    left(regexp_replace(lower(articles.column1), '[^a-z]', '', 'g'), 80) AS beginning
FROM read_csv($articles, delim = '\t', header = false, quote = '') AS articles;

CREATE OR REPLACE TEMP TABLE _setrisk_news_records AS
SELECT texts.text
FROM _setrisk_texts AS texts
WHERE texts.number <= $n_records
ORDER BY texts.number;

CREATE OR REPLACE TEMP TABLE _setrisk_news_corpus AS
SELECT texts.text
FROM _setrisk_texts AS texts
WHERE texts.number > $n_records
    AND texts.beginning NOT IN (
        SELECT records.beginning FROM _setrisk_texts AS records WHERE records.number <= $n_records
    )
ORDER BY texts.number;

DROP TABLE _setrisk_texts
