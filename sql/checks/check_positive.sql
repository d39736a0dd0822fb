-- check_positive(name VARCHAR, value DOUBLE) -> DOUBLE
-- The value of a parameter; an error if it is NULL, not above 0, or not finite.
--
-- parameter: name: the name of the parameter, for the message
-- reads: nothing
-- duckdb only: error
SELECT CASE
    -- In DuckDB NaN is larger than all numbers, so that it is not below infinity either.
    WHEN coalesce($value, 0) > 0 AND $value < CAST('infinity' AS DOUBLE)
        THEN CAST($value AS DOUBLE)
    ELSE CAST(
        error($name || ' is ' || coalesce(CAST($value AS VARCHAR), 'NULL') || '; it must be above 0, and finite')
        AS DOUBLE
    )
END
