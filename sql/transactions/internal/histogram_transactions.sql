-- histogram_transactions(source)
-- As many rows per row of the table `source` (items, occurrences) as it says that the itemset occurs, up to 100 million
-- in all.
--
-- column: line BIGINT: place of the transaction
-- column: items VARCHAR[]: the itemset
-- reads: nothing
-- duckdb only: query_table, error
SELECT row_number() OVER () AS line, rows.items
FROM (
    SELECT
        CASE
            WHEN len(list_filter(counted.items, lambda name: name IS NULL)) > 0
                THEN error('row ' || counted.line || ' of the histogram has a list with a NULL in it')
            ELSE list_filter(CAST(counted.items AS VARCHAR[]), lambda name: name <> '')
        END AS items,
        unnest(range(CASE
            WHEN counted.total > 100000000 THEN error(
                'row ' || counted.line || ' of the histogram brings the sum of its counts above 100,000,000, which is the '
                || 'limit: each occurrence becomes a record; load a sample, or parts'
            )
            ELSE counted.n
        END)) AS copy
    FROM (
        SELECT
            checked.line,
            checked.items,
            checked.n,
            sum(checked.n) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS total
        FROM (
            SELECT
                given.line,
                given.items,
                CASE
                    WHEN try_cast(given.occurrences AS BIGINT) BETWEEN 0 AND 4294967295
                        AND try_cast(given.occurrences AS BIGINT) = try_cast(given.occurrences AS DOUBLE)
                        THEN try_cast(given.occurrences AS BIGINT)
                    ELSE error(
                        'row ' || given.line || ' of the histogram has the count '''
                        || coalesce(left(CAST(given.occurrences AS VARCHAR), 40), 'NULL')
                        || ''': a whole number from 0 to 4,294,967,295 is needed'
                    )
                END AS n
            FROM (
                SELECT row_number() OVER () AS line, source_rows.items, source_rows.occurrences
                FROM query_table($source) AS source_rows
            ) AS given
        ) AS checked
    ) AS counted
) AS rows
