-- check_within(name VARCHAR, value BIGINT, least BIGINT, most BIGINT) -> BIGINT
-- The value of a parameter; an error if it is NULL, not whole, or outside of the range allowed.
--
-- parameter: name: the name of the parameter, for the message
-- parameter: least: the least value allowed
-- parameter: most: the greatest value allowed
-- reads: nothing
-- duckdb only: error
SELECT CASE
    WHEN CAST($value AS DOUBLE) <> floor(CAST($value AS DOUBLE))
        THEN CAST(error($name || ' is ' || $value || '; it must be a whole number') AS BIGINT)
    WHEN coalesce($value, $least - 1) < $least OR $value > $most
        THEN CAST(
            error(
                $name || ' is ' || coalesce(CAST($value AS VARCHAR), 'NULL') || '; it must be from ' || $least || ' to '
                || format('{:,}', CAST($most AS BIGINT))
            )
            AS BIGINT
        )
    ELSE CAST($value AS BIGINT)
END
