-- counting_queries(release, queries, seed)
-- Randomly drawn counting queries for the data set of a histogram: itemsets whose number of records is asked for.
-- Queries are drawn with replacement. A number of queries or a seed outside its range is an error.
--
-- parameter: queries: how many to draw, 2 to 1,000,000; odd numbers ask for distinct itemsets of the data, even ones
--     for random ones
-- parameter: seed: which queries are drawn, at least 0
-- row:       one per counting query
-- column:    query BIGINT, >= 1
-- column:    query_type VARCHAR: existing (an itemset of the data) or random (one item to as many as the largest
--     transaction has)
-- column:    itemset INTEGER[]: item numbers of the data, ascending
-- reads:     originals
-- source:    APL 6.3
-- duckdb only: range in FROM
WITH data_itemsets AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY histogram.itemset) AS place, histogram.itemset
    FROM setrisk_internal.data_histogram($release) AS histogram
),
items AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY members.item_id) AS place, members.item_id
    FROM (SELECT DISTINCT unnest(data_itemsets.itemset) AS item_id FROM data_itemsets) AS members
),
sizes AS MATERIALIZED (
    SELECT
        (SELECT count(*) FROM data_itemsets) AS n_sets,
        (SELECT max(len(data_itemsets.itemset)) FROM data_itemsets) AS largest,
        (SELECT count(*) FROM items) AS n_items
),
numbers AS MATERIALIZED (
    SELECT
        query_numbers.query,
        query_numbers.query % 2 = 1 AS is_existing,
        setrisk_internal.check_at_least('seed', $seed, 0) || '/' || query_numbers.query AS word
    FROM range(1, 1 + setrisk_internal.check_within('queries', $queries, 2, 1000000)) AS query_numbers(query)
)
SELECT numbers.query, 'existing' AS query_type, data_itemsets.itemset
FROM numbers
CROSS JOIN sizes
JOIN data_itemsets ON data_itemsets.place = setrisk_internal.drawn_place(numbers.word, sizes.n_sets)
WHERE numbers.is_existing
UNION ALL
SELECT members.query, 'random' AS query_type, list_sort(list(DISTINCT items.item_id)) AS itemset
FROM (
    SELECT
        numbers.query,
        numbers.word,
        unnest(range(setrisk_internal.drawn_place(numbers.word, sizes.largest))) AS member
    FROM numbers
    CROSS JOIN sizes
    WHERE NOT numbers.is_existing
) AS members
CROSS JOIN sizes
JOIN items ON items.place = setrisk_internal.drawn_place(members.word || '/' || members.member, sizes.n_items)
GROUP BY members.query
