-- check_at_least(name VARCHAR, value BIGINT, least BIGINT) -> BIGINT
-- The value of a parameter; an error if it is NULL, not whole, or less than allowed.
--
-- parameter: name: the name of the parameter, for the message
-- parameter: least: the least value allowed
-- reads: nothing
-- duckdb only: error
SELECT CASE
    WHEN CAST($value AS DOUBLE) <> floor(CAST($value AS DOUBLE))
        THEN CAST(error($name || ' is ' || $value || '; it must be a whole number') AS BIGINT)
    WHEN coalesce($value, $least - 1) < $least
        THEN CAST(
            error($name || ' is ' || coalesce(CAST($value AS VARCHAR), 'NULL') || '; it must be at least ' || $least)
            AS BIGINT
        )
    ELSE CAST($value AS BIGINT)
END
