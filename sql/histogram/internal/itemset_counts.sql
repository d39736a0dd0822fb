-- itemset_counts(release, queries, seed)
-- One row per distinct itemset that is asked for by counting_queries: how many records of the data hold it, and how
-- many occurrences of the release. What holds an itemset holds its rarest item; where there are at most 63 items, the
-- signature says it all.
--
-- row: one per distinct itemset that is asked for by counting_queries
-- column: itemset INTEGER[]
-- column: support BIGINT: in the data
-- column: published BIGINT: in the release
-- reads: originals
-- duckdb only: arrays in an order
WITH sets AS MATERIALIZED (
    SELECT row_number() OVER () AS number, each.itemset, each.support, each.published
    FROM (
        SELECT held.itemset, held.occurrences AS support, 0 AS published
        FROM setrisk_internal.data_histogram($release) AS held
        UNION ALL
        SELECT list_sort(list(numbers.own_id)) AS itemset, 0 AS support, any_value(entries.occurrences) AS published
        FROM (
            SELECT each.number, unnest(each.itemset) AS item_id, each.occurrences
            FROM setrisk_internal.histogram_sets($release) AS each
        ) AS entries
        JOIN setrisk_internal.item_id_map($release) AS numbers ON numbers.item_id = entries.item_id
        GROUP BY entries.number
    ) AS each
),
asked AS MATERIALIZED (
    SELECT row_number() OVER () AS number, each.itemset
    FROM (SELECT DISTINCT drawn.itemset FROM setrisk_internal.counting_queries($release, $queries, $seed) AS drawn) AS each
),
ranked AS MATERIALIZED (
    SELECT entries.item_id, row_number() OVER (ORDER BY count(*), entries.item_id) AS rank
    FROM (SELECT unnest(sets.itemset) AS item_id FROM sets) AS entries
    GROUP BY entries.item_id
),
holders AS MATERIALIZED (
    SELECT entries.number, ranked.rank, bit_or(CAST(1 AS BIGINT) << (ranked.rank % 63)) OVER (PARTITION BY entries.number) AS signature
    FROM (SELECT sets.number, unnest(sets.itemset) AS item_id FROM sets) AS entries
    JOIN ranked ON ranked.item_id = entries.item_id
),
needles AS MATERIALIZED (
    SELECT entries.number, min(ranked.rank) AS rank, bit_or(CAST(1 AS BIGINT) << (ranked.rank % 63)) AS signature
    FROM (SELECT asked.number, unnest(asked.itemset) AS item_id FROM asked) AS entries
    JOIN ranked ON ranked.item_id = entries.item_id
    GROUP BY entries.number
),
candidates AS MATERIALIZED (
    SELECT needles.number, holders.number AS holder
    FROM needles
    JOIN holders ON holders.rank = needles.rank
    WHERE (needles.signature & ~holders.signature) = 0
),
counted AS (
    SELECT candidates.number, sum(sets.support) AS support, sum(sets.published) AS published
    FROM candidates
    JOIN asked ON asked.number = candidates.number
    JOIN sets ON sets.number = candidates.holder
    WHERE (SELECT count(*) <= 63 FROM ranked) OR len(setrisk_internal.missing_items(asked.itemset, sets.itemset)) = 0
    GROUP BY candidates.number
)
SELECT
    asked.itemset,
    CAST(coalesce(counted.support, 0) AS BIGINT) AS support,
    CAST(coalesce(counted.published, 0) AS BIGINT) AS published
FROM asked
LEFT JOIN counted ON counted.number = asked.number
