-- term_documents(corpus, terms)
-- Which documents of a corpus hold the terms of a list: a word or a phrase, or several of them with chr(31) between
-- them, which a document holds if it holds each.
--
-- row:    one per term and document that holds it
-- column: term VARCHAR
-- column: document BIGINT, >= 1
-- reads:  published
-- source: CONTEXT 4.1; THESIS 3.5.1
SELECT phrases.phrase AS term, phrases.document
FROM setrisk_internal.phrase_documents(
    $corpus, list_filter(CAST($terms AS VARCHAR[]), lambda term: NOT contains(term, chr(31)))
) AS phrases
UNION ALL
-- Counted by themselves: nearly all terms are single phrases, of which this would take a fifth longer.
SELECT parts.term, holdings.document
FROM (
    SELECT parts.term, parts.phrase, count(*) OVER (PARTITION BY parts.term) AS phrases
    FROM (
        SELECT DISTINCT names.term, unnest(string_split(names.term, chr(31))) AS phrase
        FROM (SELECT unnest(CAST($terms AS VARCHAR[])) AS term) AS names
        WHERE contains(names.term, chr(31))
    ) AS parts
) AS parts
JOIN setrisk_internal.phrase_documents(
    $corpus,
    flatten(
        list_transform(
            list_filter(CAST($terms AS VARCHAR[]), lambda term: contains(term, chr(31))),
            lambda term: string_split(term, chr(31))
        )
    )
) AS holdings ON holdings.phrase = parts.phrase
GROUP BY parts.term, holdings.document, parts.phrases
HAVING count(*) = parts.phrases
