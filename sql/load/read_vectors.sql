-- read_vectors(path)
-- One row per line of a GloVe or word2vec text file (a word and its components, parted by blanks); a first line of two
-- numbers, as word2vec writes it, is passed over.
-- line BIGINT; word VARCHAR; vector FLOAT[]
-- duckdb only: reads a file, error
SELECT
    parts.line,
    lower(parts.fields[1]) AS word,
    CASE
        WHEN len(list_filter(parts.fields[2:], lambda number: try_cast(number AS FLOAT) IS NULL)) > 0
            THEN error($path || ':' || parts.line || ': after the word, only numbers parted by blanks may stand in a line')
        ELSE CAST(parts.fields[2:] AS FLOAT[])
    END AS vector
FROM (
    SELECT lines.line, string_split(trim(lines.text), ' ') AS fields
    FROM setrisk.read_lines($path) AS lines
    WHERE lines.text IS NOT NULL
) AS parts
WHERE NOT (parts.line = 1 AND len(parts.fields) = 2)
