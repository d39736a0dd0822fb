-- stage_transactions(keep_empty)
-- Read the source that is being loaded into a temporary table, with its transactions numbered in the order of the
-- source. The source is read once and without sorting: it may be a stream, or a query that gives another order the next
-- time.
--
-- parameter: keep_empty: whether transactions without any item are kept
-- reads: nothing
-- stages: _setrisk_read(line, items): the source, one transaction per row; perhaps with further columns, such as id
-- stages: _setrisk_staged(tid, place, item): one row per item of a transaction, repeats included, and one without an
--     item per empty transaction, whose tid is NULL if it is dropped; place counts from 1. Further columns of the
--     source are kept
-- duckdb only: generate_subscripts
CREATE OR REPLACE TEMP TABLE _setrisk_staged AS
SELECT
    transactions.tid,
    CAST(generate_subscripts(transactions.items, 1) AS INTEGER) AS place,
    unnest(transactions.items) AS item,
    transactions.* EXCLUDE (tid, items, line)
FROM (
    SELECT
        CASE
            WHEN len(source_rows.items) > 0 OR $keep_empty
                THEN count(*) FILTER (WHERE len(source_rows.items) > 0 OR $keep_empty)
                    OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
        END AS tid,
        CASE WHEN len(source_rows.items) > 0 THEN source_rows.items ELSE [NULL] END AS items,
        source_rows.* EXCLUDE (items)
    FROM _setrisk_read AS source_rows
) AS transactions
