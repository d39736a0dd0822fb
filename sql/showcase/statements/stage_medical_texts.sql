-- stage_medical_texts(abstracts, ohsumed, n_records)
-- Stage the texts of the medical experiments: the first abstracts are records, and the others, with those of OHSUMED,
-- the corpus. Some abstracts are in both files. An attacker who counts the texts behind the records would know too
-- much, so a text of the corpus begins like no record, and like no other text of it.
--
-- parameter: abstracts: a CSV file with the column medical_abstract
-- parameter: ohsumed: a file of JSON lines with the field text
-- parameter: n_records: how many abstracts are records
-- stages: _setrisk_texts(number, text, beginning): all texts, those of the first file with their numbers
-- stages: _setrisk_medical_records(text): the records, in the order of the file
-- stages: _setrisk_medical_corpus(text): the corpus
-- duckdb only: read_json
CREATE OR REPLACE TEMP TABLE _setrisk_texts AS
SELECT
    texts.number,
    texts.text,
    -- Two texts are one document if their first 80 letters are the same.
    left(regexp_replace(lower(texts.text), '[^a-z]', '', 'g'), 80) AS beginning
FROM (
    SELECT row_number() OVER () AS number, abstracts.medical_abstract AS text
    FROM read_csv($abstracts) AS abstracts
    UNION ALL
    SELECT CAST(NULL AS BIGINT) AS number, documents.text
    FROM read_json($ohsumed) AS documents
) AS texts;

CREATE OR REPLACE TEMP TABLE _setrisk_medical_records AS
SELECT texts.text
FROM _setrisk_texts AS texts
WHERE texts.number <= $n_records
ORDER BY texts.number;

CREATE OR REPLACE TEMP TABLE _setrisk_medical_corpus AS
SELECT any_value(texts.text) AS text
FROM _setrisk_texts AS texts
WHERE coalesce(texts.number > $n_records, true)
    AND texts.beginning NOT IN (
        SELECT records.beginning FROM _setrisk_texts AS records WHERE records.number <= $n_records
    )
GROUP BY texts.beginning;

DROP TABLE _setrisk_texts
