-- word_vectors(source)
-- The word vectors in the lines of a GloVe or word2vec text file: a word and its components, separated by blanks. A
-- first line of two numbers, which word2vec writes, is left out. An error if a line is anything else.
--
-- parameter: source: the name of a table with the columns file, line and text
-- row:       one per line of the file
-- column:    line BIGINT, >= 1
-- column:    word VARCHAR: in lower case
-- column:    vector FLOAT[]
-- reads:     nothing
-- duckdb only: isfinite
SELECT
    parts.line,
    lower(parts.fields[1]) AS word,
    CASE
        WHEN list_contains(
            list_transform(
                parts.fields[2:], lambda number: coalesce(isfinite(try_cast(number AS FLOAT)), false)
            ),
            false
        )
            OR len(parts.fields) < 2
            THEN setrisk_internal.input_error(
                'a line must hold a word and its numbers, separated by blanks', file := parts.file, line := parts.line
            )
        ELSE list_transform(parts.fields[2:], lambda number: try_cast(number AS FLOAT))
    END AS vector
FROM (
    SELECT lines.file, lines.line, string_split(trim(lines.text), ' ') AS fields
    FROM setrisk_internal.given_lines($source) AS lines
    WHERE lines.text IS NOT NULL
) AS parts
WHERE NOT (
    parts.line = 1
    AND len(parts.fields) = 2
    AND try_cast(parts.fields[1] AS BIGINT) IS NOT NULL
    AND try_cast(parts.fields[2] AS BIGINT) IS NOT NULL
)
