-- check_within(name, value, least, most) -> BIGINT
-- The value of a parameter of that name; an error where it is NULL or not in the range that it may be in.
--
-- reads: nothing
-- duckdb only: error
SELECT CASE
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
