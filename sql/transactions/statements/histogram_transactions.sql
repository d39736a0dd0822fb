-- histogram_transactions(source)
-- The transactions of a histogram, which has a row per itemset and says how often it occurs: as many equal transactions
-- as that. Raises an error for a list that contains a NULL, for a count that is not a whole number from 0 to
-- 4,294,967,295, and for more than 100 million transactions in all.
--
-- parameter: source: name of a table or view with the columns items, a list, and occurrences
-- row: one per occurrence of an itemset, which is one transaction
-- column: line BIGINT, >= 1: number of the transaction
-- column: items VARCHAR[]?: in the order of the list, with repeats, without empty names; NULL for no list
-- reads: nothing
-- duckdb only: query_table
SELECT row_number() OVER () AS line, rows.items
FROM (
    SELECT
        CASE
            WHEN len(list_filter(totals.items, lambda name: name IS NULL)) > 0
                THEN setrisk_internal.input_error(
                    'of the histogram has a list with a NULL in it', row_no := totals.line
                )
            ELSE list_filter(CAST(totals.items AS VARCHAR[]), lambda name: name <> '')
        END AS items,
        unnest(range(CASE
            WHEN totals.total > 100000000 THEN setrisk_internal.input_error(
                'of the histogram brings the sum of its counts above 100,000,000, which is the limit: each occurrence '
                || 'becomes a record; load a sample, or parts',
                row_no := totals.line
            )
            ELSE totals.n
        END)) AS copy
    FROM (
        SELECT
            counts.line,
            counts.items,
            counts.n,
            sum(counts.n) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS total
        FROM (
            SELECT
                lines.line,
                lines.items,
                CASE
                    WHEN try_cast(lines.occurrences AS BIGINT) BETWEEN 0 AND 4294967295
                        AND try_cast(lines.occurrences AS BIGINT) = try_cast(lines.occurrences AS DOUBLE)
                        THEN try_cast(lines.occurrences AS BIGINT)
                    ELSE setrisk_internal.input_error(
                        'of the histogram has the count '''
                        || coalesce(left(CAST(lines.occurrences AS VARCHAR), 40), 'NULL')
                        || '''; it must be a whole number from 0 to 4,294,967,295',
                        row_no := lines.line
                    )
                END AS n
            FROM (
                SELECT row_number() OVER () AS line, source_rows.items, source_rows.occurrences
                FROM query_table($source) AS source_rows
            ) AS lines
        ) AS counts
    ) AS totals
) AS rows
