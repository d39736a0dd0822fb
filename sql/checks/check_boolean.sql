-- check_boolean(name VARCHAR, value BOOLEAN) -> BOOLEAN
-- The value of a parameter; an error if it is NULL, or neither true nor false.
--
-- parameter: name: the name of the parameter, for the message
-- reads: nothing
-- duckdb only: error
SELECT CASE
    WHEN $value IS NULL OR typeof($value) <> 'BOOLEAN'
        THEN CAST(
            error($name || ' is ' || coalesce(CAST($value AS VARCHAR), 'NULL') || '; it must be true or false')
            AS BOOLEAN
        )
    ELSE CAST($value AS BOOLEAN)
END
