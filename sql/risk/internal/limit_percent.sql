-- limit_percent(share DOUBLE) -> VARCHAR
-- A limit as a percentage, exactly as it was given; `Limits.description` writes it the same.
--
-- reads: nothing
SELECT replace(
    setrisk_internal.plain_decimal(
        TRY_CAST(setrisk_internal.rounded(100 * CAST($share AS DOUBLE), 1000000) AS DECIMAL(38, 6))
    ) || ' %',
    '.0 %',
    ' %'
)
