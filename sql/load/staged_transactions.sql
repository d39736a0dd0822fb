-- staged_transactions(source, keep_empty)
-- One row per transaction of the table `source` (line, items), numbered in its order; in one pass, without sorting.
-- tid BIGINT: from 1, NULL for an empty transaction that is dropped; line BIGINT: as given; items VARCHAR[]: as given
-- internal
-- duckdb only: query_table
SELECT
    CASE
        WHEN len(given.items) > 0 OR $keep_empty
            THEN count(*) FILTER (WHERE len(given.items) > 0 OR $keep_empty)
                OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    END AS tid,
    given.line,
    coalesce(given.items, []) AS items
FROM query_table($source) AS given
