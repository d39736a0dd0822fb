-- staged_transactions(source, keep_empty)
-- One row per entry of a transaction of the table `source` (line, items), repeats included, and one with a NULL for
-- item per empty transaction; the transactions are numbered in the order of the source, in one pass, without sorting.
--
-- row: one per entry of a transaction of the table `source` (line, items), repeats included, and one with a NULL for
--     item per empty transaction; the transactions are numbered in the order of the source, in one pass, without
--     sorting
-- column: tid BIGINT?: from 1, NULL for an empty transaction that is dropped
-- column: place INTEGER: of the entry in its transaction, from 1
-- column: item VARCHAR: ; an id as given. The source is read once: it may be a stream, or a query that gives another
--     order the next time.
-- reads: nothing
-- duckdb only: query_table, generate_subscripts
SELECT
    listed.tid,
    CAST(generate_subscripts(listed.items, 1) AS INTEGER) AS place,
    unnest(listed.items) AS item,
    listed.* EXCLUDE (tid, items, line)
FROM (
    SELECT
        CASE
            WHEN len(given.items) > 0 OR $keep_empty
                THEN count(*) FILTER (WHERE len(given.items) > 0 OR $keep_empty)
                    OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
        END AS tid,
        CASE WHEN len(given.items) > 0 THEN given.items ELSE [NULL] END AS items,
        given.* EXCLUDE (items)
    FROM query_table($source) AS given
) AS listed
