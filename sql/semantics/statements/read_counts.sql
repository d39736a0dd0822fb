-- read_counts(source)
-- Document counts of terms and of pairs, as a table to be imported has them. A pair has its terms in the order of
-- names, so that one that the table gives both ways counts once. An error if a row has no term, or a count that is
-- not a number of 0 or more.
--
-- parameter: source: the name of a table with the columns item_a, item_b and hits
-- row:       one per distinct row of the table
-- column:    item_a VARCHAR
-- column:    item_b VARCHAR?: after item_a in the order of names; NULL for a single term
-- column:    hits DOUBLE, documents, >= 0
-- reads:     nothing
-- duckdb only: query_table, isfinite
SELECT DISTINCT
    CASE WHEN counts.item_b IS NULL THEN counts.item_a ELSE least(counts.item_a, counts.item_b) END AS item_a,
    CASE WHEN counts.item_b IS NOT NULL THEN greatest(counts.item_a, counts.item_b) END AS item_b,
    CASE
        WHEN counts.item_a IS NULL OR NOT coalesce(isfinite(try_cast(counts.hits AS DOUBLE)), false)
                OR try_cast(counts.hits AS DOUBLE) < 0
            THEN setrisk_internal.input_error(
                'of the counts needs a term in item_a and a number from 0 on in hits', row_no := counts.line
            )
        ELSE CAST(counts.hits AS DOUBLE)
    END AS hits
FROM (
    SELECT
        row_number() OVER () AS line,
        CAST(source_rows.item_a AS VARCHAR) AS item_a,
        nullif(CAST(source_rows.item_b AS VARCHAR), '') AS item_b,
        source_rows.hits
    FROM query_table($source) AS source_rows
) AS counts
