-- ordered_periods(others)
-- The periods of the source that is being loaded and some others, in their order: by value if all of them are numbers,
-- as text otherwise.
--
-- parameter: others: periods that were loaded before
-- row: one per period, in order
-- column: period VARCHAR: its name
-- column: is_read BOOLEAN: whether the source has it
-- reads: nothing
-- stages: _setrisk_rows(_setrisk_period): one row per row of the source, with its period
SELECT periods.period, bool_or(periods.is_read) AS is_read
FROM (
    SELECT source_rows._setrisk_period AS period, true AS is_read
    FROM _setrisk_rows AS source_rows
    UNION ALL
    SELECT unnest($others), false
) AS periods
GROUP BY periods.period
ORDER BY
    CASE
        WHEN bool_and(try_cast(periods.period AS DOUBLE) IS NOT NULL) OVER () THEN try_cast(periods.period AS DOUBLE)
    END,
    periods.period
