-- histogram_transactions(source)
-- As many rows per row of the table `source` (items, occurrences) as it says that the itemset occurs.
-- line BIGINT: place of the transaction; items VARCHAR[]: the itemset
-- duckdb only: query_table, error
SELECT row_number() OVER () AS line, rows.items
FROM (
    SELECT
        CASE
            WHEN len(list_filter(given.items, lambda name: name IS NULL)) > 0
                THEN error('row ' || given.line || ' of the histogram has a list with a NULL in it')
            ELSE list_filter(CAST(given.items AS VARCHAR[]), lambda name: name <> '')
        END AS items,
        unnest(range(CASE
            WHEN try_cast(given.occurrences AS BIGINT) BETWEEN 0 AND 4294967295
                AND try_cast(given.occurrences AS BIGINT) = try_cast(given.occurrences AS DOUBLE)
                THEN try_cast(given.occurrences AS BIGINT)
            ELSE error(
                'row ' || given.line || ' of the histogram has the count '''
                || coalesce(CAST(given.occurrences AS VARCHAR), 'NULL') || ''': a whole number from 0 to 4,294,967,295 is needed'
            )
        END)) AS copy
    FROM (
        SELECT row_number() OVER () AS line, source_rows.items, source_rows.occurrences
        FROM query_table($source) AS source_rows
    ) AS given
) AS rows
