-- check_fraction(name VARCHAR, value DOUBLE) -> DOUBLE
-- The value of a parameter that must be a number from 0 to 1; anything else is an error, except NULL for a parameter
-- that is not given.
--
-- parameter: name: the name of the parameter, for the message
-- reads: nothing
-- duckdb only: error
SELECT CASE
    WHEN typeof($value) = 'BOOLEAN' OR isnan(CAST($value AS DOUBLE))
        OR CAST($value AS DOUBLE) < 0 OR CAST($value AS DOUBLE) > 1
        THEN CAST(error($name || ' is ' || CAST($value AS VARCHAR) || '; it must be from 0 to 1') AS DOUBLE)
    ELSE CAST($value AS DOUBLE)
END
