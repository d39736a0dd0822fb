-- numbered_items(source)
-- One row per distinct item of a transaction of the table `source` (tid, items), at its first place, with its number in
-- the dictionary.
-- tid BIGINT; position INTEGER: from 1; item_id INTEGER
-- internal
-- duckdb only: query_table, generate_subscripts, list_position
SELECT spread.tid, spread.position, dictionary.item_id
FROM (
    SELECT
        distinct_items.tid,
        CAST(generate_subscripts(distinct_items.items, 1) AS INTEGER) AS position,
        unnest(distinct_items.items) AS item
    FROM (
        SELECT
            staged.tid,
            CASE
                WHEN len(list_distinct(staged.items)) = len(staged.items) THEN staged.items
                ELSE list_filter(staged.items, lambda name, place: list_position(staged.items, name) = place)
            END AS items
        FROM query_table($source) AS staged
        WHERE staged.tid IS NOT NULL
    ) AS distinct_items
) AS spread
JOIN setrisk_private.item AS dictionary ON dictionary.item = spread.item
