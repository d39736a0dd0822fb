-- counting_query_errors(release, queries := 50000, sanity := 0.0001, seed := 0)
-- How far a histogram's answers to counting queries are from the truth. Both are asked how many records hold an
-- itemset. The relative error of a query is |published - true| / max(true, sanity * records). A number of queries, a
-- sanity bound or a seed outside its range is an error.
--
-- parameter: release: a release of the family histogram that was made in this database
-- parameter: queries: how many queries to draw, 2 to 1,000,000: one half asks for itemsets of the data, the other for
--     random ones
-- parameter: sanity: fraction of the records, above 0, that errors are at least divided by, so that rare itemsets do
--     not dominate the mean
-- parameter: seed: which queries are drawn, at least 0
-- row:       one per kind of query, and one for all of them together
-- column:    query_type VARCHAR: existing (itemsets that some record of the data equals), random, or all
-- column:    queries BIGINT, queries, >= 0: how many were drawn
-- column:    error DOUBLE?, >= 0: mean relative error; NULL if the data hold no item
-- column:    half_width DOUBLE?, >= 0: half width of the 95 % confidence interval of that mean; NULL for fewer than two
--     queries
-- checks:    own_release($release, family := 'histogram')
-- reads:     originals
-- source:    APL 6.3
-- page:      histogram.md
-- example:   FROM setrisk.counting_query_errors('r4', queries := 1000)
SELECT
    kinds.query_type,
    count(answers.error) AS queries,
    avg(answers.error) AS error,
    setrisk_internal.z95() * stddev_samp(answers.error) / sqrt(nullif(count(answers.error), 0)) AS half_width
FROM (SELECT unnest(['existing', 'random', 'all']) AS query_type) AS kinds
LEFT JOIN setrisk_internal.answered_queries($release, $queries, $sanity, $seed) AS answers
    ON kinds.query_type IN (answers.query_type, 'all')
GROUP BY kinds.query_type
