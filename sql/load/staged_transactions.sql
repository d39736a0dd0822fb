-- staged_transactions(source, keep_empty)
-- One row per transaction of the table `source` (line, items), numbered in its order; in one pass, without sorting.
-- tid BIGINT: from 1, NULL for an empty transaction that is dropped; items VARCHAR[]: as given; the other columns (line,
-- id) as given. The source is read once: it may be a stream, or a query that gives another order the next time.
-- internal
-- duckdb only: query_table
SELECT
    CASE
        WHEN len(given.items) > 0 OR $keep_empty
            THEN count(*) FILTER (WHERE len(given.items) > 0 OR $keep_empty)
                OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    END AS tid,
    coalesce(given.items, []) AS items,
    given.* EXCLUDE (items)
FROM query_table($source) AS given
