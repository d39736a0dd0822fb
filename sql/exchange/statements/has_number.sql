-- has_number(parameters, parameter, lowest, whole)
-- Whether parameters hold a number of at least some value. Attacks read them as DuckDB does, which would cast 4.5 and
-- true to whole numbers.
--
-- parameter: parameters: of a release, as JSON
-- parameter: parameter: the name of one of them
-- parameter: lowest: the least value
-- parameter: whole: whether it must be a whole number
-- row:       one
-- column:    has_number BOOLEAN?: NULL if there is no such parameter
-- reads:     nothing
SELECT
    numbers.type IN ('BIGINT', 'UBIGINT', CASE WHEN NOT CAST($whole AS BOOLEAN) THEN 'DOUBLE' END)
    AND CASE
        WHEN $whole THEN try_cast(numbers.value AS INTEGER)
        ELSE try_cast(numbers.value AS DOUBLE)
    END >= $lowest AS has_number
FROM (
    SELECT
        json_type(CAST($parameters AS VARCHAR), '$.' || $parameter) AS type,
        json_extract_string(CAST($parameters AS VARCHAR), '$.' || $parameter) AS value
) AS numbers
