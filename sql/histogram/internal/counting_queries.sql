-- counting_queries(release, queries, seed)
-- One row per counting query, how many records hold an itemset (APL 6.3): half of them for distinct itemsets of the
-- data, half for random ones, of one item to as many as the largest of the data, drawn with replacement.
--
-- row: one per counting query, how many records hold an itemset (APL 6.3)
-- column: query BIGINT, >= 1
-- column: kind VARCHAR: existing or random
-- column: itemset INTEGER[]: item numbers, ascending
-- reads: originals
-- duckdb only: range in FROM
WITH existing AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY each.itemset) AS place, each.itemset
    FROM setrisk_internal.data_histogram($release) AS each
),
items AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY shown.item_id) AS place, shown.item_id
    FROM (SELECT DISTINCT unnest(existing.itemset) AS item_id FROM existing) AS shown
),
sizes AS MATERIALIZED (
    SELECT
        (SELECT count(*) FROM existing) AS n_sets,
        (SELECT max(len(existing.itemset)) FROM existing) AS largest,
        (SELECT count(*) FROM items) AS n_items
),
numbers AS MATERIALIZED (
    SELECT
        drawn.query,
        drawn.query % 2 = 1 AS is_existing,
        setrisk_internal.check_at_least('seed', $seed, 0) || '/' || drawn.query AS word
    FROM range(1, 1 + setrisk_internal.check_within('queries', $queries, 2, 1000000)) AS drawn(query)
)
SELECT numbers.query, 'existing' AS kind, existing.itemset
FROM numbers
CROSS JOIN sizes
JOIN existing ON existing.place = setrisk_internal.drawn_place(numbers.word, sizes.n_sets)
WHERE numbers.is_existing
UNION ALL
SELECT members.query, 'random' AS kind, list_sort(list(DISTINCT items.item_id)) AS itemset
FROM (
    SELECT numbers.query, numbers.word, unnest(range(setrisk_internal.drawn_place(numbers.word, sizes.largest))) AS member
    FROM numbers
    CROSS JOIN sizes
    WHERE NOT numbers.is_existing
) AS members
CROSS JOIN sizes
JOIN items ON items.place = setrisk_internal.drawn_place(members.word || '/' || members.member, sizes.n_items)
GROUP BY members.query
