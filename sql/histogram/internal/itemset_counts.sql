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
    SELECT row_number() OVER () AS number, itemsets.itemset, itemsets.support, itemsets.published
    FROM (
        SELECT histogram.itemset, histogram.occurrences AS support, 0 AS published
        FROM setrisk_internal.data_histogram($release) AS histogram
        UNION ALL
        SELECT list_sort(list(numbers.own_id)) AS itemset, 0 AS support, any_value(entries.occurrences) AS published
        FROM (
            SELECT published_sets.number, unnest(published_sets.itemset) AS item_id, published_sets.occurrences
            FROM setrisk_internal.histogram_sets($release) AS published_sets
        ) AS entries
        JOIN setrisk_internal.item_id_map($release) AS numbers ON numbers.item_id = entries.item_id
        GROUP BY entries.number
    ) AS itemsets
),
query_sets AS MATERIALIZED (
    SELECT row_number() OVER () AS number, queries.itemset
    FROM (
        SELECT DISTINCT queries.itemset FROM setrisk_internal.counting_queries($release, $queries, $seed) AS queries
    ) AS queries
),
item_ranks AS MATERIALIZED (
    SELECT entries.item_id, row_number() OVER (ORDER BY count(*), entries.item_id) AS rank
    FROM (SELECT unnest(sets.itemset) AS item_id FROM sets) AS entries
    GROUP BY entries.item_id
),
holders AS MATERIALIZED (
    SELECT
        entries.number,
        item_ranks.rank,
        bit_or(CAST(1 AS BIGINT) << (item_ranks.rank % 63)) OVER (PARTITION BY entries.number) AS signature
    FROM (SELECT sets.number, unnest(sets.itemset) AS item_id FROM sets) AS entries
    JOIN item_ranks ON item_ranks.item_id = entries.item_id
),
rarest_items AS MATERIALIZED (
    SELECT
        entries.number,
        min(item_ranks.rank) AS rank,
        bit_or(CAST(1 AS BIGINT) << (item_ranks.rank % 63)) AS signature
    FROM (SELECT query_sets.number, unnest(query_sets.itemset) AS item_id FROM query_sets) AS entries
    JOIN item_ranks ON item_ranks.item_id = entries.item_id
    GROUP BY entries.number
),
-- What holds an itemset holds its rarest item, too.
candidates AS MATERIALIZED (
    SELECT rarest_items.number, holders.number AS holder
    FROM rarest_items
    JOIN holders ON holders.rank = rarest_items.rank
    WHERE (rarest_items.signature & ~holders.signature) = 0
),
counts AS (
    SELECT candidates.number, sum(sets.support) AS support, sum(sets.published) AS published
    FROM candidates
    JOIN query_sets ON query_sets.number = candidates.number
    JOIN sets ON sets.number = candidates.holder
    -- With at most 63 items each has a bit of its own, so that the signatures have settled it.
    WHERE (SELECT count(*) <= 63 FROM item_ranks)
        OR len(setrisk_internal.missing_items(query_sets.itemset, sets.itemset)) = 0
    GROUP BY candidates.number
)
SELECT
    query_sets.itemset,
    CAST(coalesce(counts.support, 0) AS BIGINT) AS support,
    CAST(coalesce(counts.published, 0) AS BIGINT) AS published
FROM query_sets
LEFT JOIN counts ON counts.number = query_sets.number
