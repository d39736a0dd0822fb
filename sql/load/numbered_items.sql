-- numbered_items(source)
-- One row per item of a transaction of the table `source` (tid, items), with its number in the dictionary.
-- tid BIGINT; position INTEGER: from 1; item_id INTEGER
-- internal
-- duckdb only: query_table, generate_subscripts
SELECT spread.tid, spread.position, dictionary.item_id
FROM (
    SELECT
        staged.tid,
        CAST(generate_subscripts(staged.items, 1) AS INTEGER) AS position,
        unnest(staged.items) AS item
    FROM query_table($source) AS staged
) AS spread
JOIN setrisk_private.item AS dictionary ON dictionary.item = spread.item
