-- itemset_counts(release, queries, seed)
-- The answers to the counting queries of `counting_queries`, once by the data and once by the release.
--
-- row:    one per distinct itemset that the queries ask for
-- column: itemset INTEGER[]: item numbers of the data, ascending
-- column: support BIGINT, records, >= 0: records of the data that hold it
-- column: published BIGINT, records, >= 0: occurrences of published itemsets that hold it
-- reads:  originals
-- duckdb only: arrays in an order
WITH sets AS MATERIALIZED (
    SELECT row_number() OVER () AS number, counted.itemset, counted.support, counted.published
    FROM (
        SELECT histogram.itemset, histogram.occurrences AS support, 0 AS published
        FROM setrisk_internal.data_histogram($release) AS histogram
        UNION ALL
        SELECT list_sort(list(numbers.own_id)) AS itemset, 0 AS support, any_value(entries.occurrences) AS published
        FROM (
            SELECT published.number, unnest(published.itemset) AS item_id, published.occurrences
            FROM setrisk_internal.histogram_sets($release) AS published
        ) AS entries
        JOIN setrisk_internal.item_id_map($release) AS numbers ON numbers.item_id = entries.item_id
        GROUP BY entries.number
    ) AS counted
),
queried AS MATERIALIZED (
    SELECT row_number() OVER () AS number, queries.itemset
    FROM (
        SELECT DISTINCT drawn.itemset FROM setrisk_internal.counting_queries($release, $queries, $seed) AS drawn
    ) AS queries
),
ranked AS MATERIALIZED (
    SELECT entries.item_id, row_number() OVER (ORDER BY count(*), entries.item_id) AS rank
    FROM (SELECT unnest(sets.itemset) AS item_id FROM sets) AS entries
    GROUP BY entries.item_id
),
holders AS MATERIALIZED (
    SELECT
        entries.number,
        ranked.rank,
        bit_or(CAST(1 AS BIGINT) << (ranked.rank % 63)) OVER (PARTITION BY entries.number) AS signature
    FROM (SELECT sets.number, unnest(sets.itemset) AS item_id FROM sets) AS entries
    JOIN ranked ON ranked.item_id = entries.item_id
),
needles AS MATERIALIZED (
    SELECT entries.number, min(ranked.rank) AS rank, bit_or(CAST(1 AS BIGINT) << (ranked.rank % 63)) AS signature
    FROM (SELECT queried.number, unnest(queried.itemset) AS item_id FROM queried) AS entries
    JOIN ranked ON ranked.item_id = entries.item_id
    GROUP BY entries.number
),
-- What holds an itemset holds its rarest item, too.
candidates AS MATERIALIZED (
    SELECT needles.number, holders.number AS holder
    FROM needles
    JOIN holders ON holders.rank = needles.rank
    WHERE (needles.signature & ~holders.signature) = 0
),
counts AS (
    SELECT candidates.number, sum(sets.support) AS support, sum(sets.published) AS published
    FROM candidates
    JOIN queried ON queried.number = candidates.number
    JOIN sets ON sets.number = candidates.holder
    -- With at most 63 items each has a bit of its own, so that the signatures have settled it.
    WHERE (SELECT count(*) <= 63 FROM ranked)
        OR len(setrisk_internal.missing_items(queried.itemset, sets.itemset)) = 0
    GROUP BY candidates.number
)
SELECT
    queried.itemset,
    CAST(coalesce(counts.support, 0) AS BIGINT) AS support,
    CAST(coalesce(counts.published, 0) AS BIGINT) AS published
FROM queried
LEFT JOIN counts ON counts.number = queried.number
