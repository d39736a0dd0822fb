-- check_positive(name, value) -> DOUBLE
-- The value of a parameter of that name; an error where it is NULL, not above 0, or not finite.
--
-- reads: nothing
-- duckdb only: error
SELECT CASE
    -- NaN is larger than all numbers.
    WHEN coalesce($value, 0) > 0 AND $value < CAST('infinity' AS DOUBLE)
        THEN CAST($value AS DOUBLE)
    ELSE CAST(
        error($name || ' is ' || coalesce(CAST($value AS VARCHAR), 'NULL') || '; it must be above 0, and finite') AS DOUBLE
    )
END
