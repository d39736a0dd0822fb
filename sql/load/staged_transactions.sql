-- staged_transactions(source, keep_empty)
-- One row per transaction of the table `source` (line, items) that is to be loaded, numbered from 1 in its order.
-- tid BIGINT; line BIGINT: as given; items VARCHAR[]: distinct, each at its first place; repeats BIGINT: items dropped
-- internal
-- duckdb only: query_table, list_position
SELECT
    row_number() OVER (ORDER BY kept.line) AS tid,
    kept.line,
    CASE
        WHEN len(list_distinct(kept.items)) = len(kept.items) THEN kept.items
        ELSE list_filter(kept.items, lambda name, place: list_position(kept.items, name) = place)
    END AS items,
    len(kept.items) - len(list_distinct(kept.items)) AS repeats
FROM (
    SELECT given.line, coalesce(given.items, []) AS items
    FROM query_table($source) AS given
) AS kept
WHERE len(kept.items) > 0 OR $keep_empty
