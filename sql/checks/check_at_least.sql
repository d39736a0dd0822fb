-- check_at_least(name VARCHAR, value BIGINT, least BIGINT) -> BIGINT
-- The value of a parameter; an error if it is NULL or less than allowed.
--
-- parameter: name: the name of the parameter, for the message
-- parameter: least: the least value allowed
-- reads: nothing
-- duckdb only: error
SELECT CASE
    WHEN coalesce($value, $least - 1) < $least
        THEN CAST(
            error($name || ' is ' || coalesce(CAST($value AS VARCHAR), 'NULL') || '; it must be at least ' || $least)
            AS BIGINT
        )
    ELSE CAST($value AS BIGINT)
END
