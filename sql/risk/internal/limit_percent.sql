-- limit_percent(share DOUBLE) -> VARCHAR
-- A limit as a percentage, exactly as it was given; `Limits.description` writes it the same.
--
-- reads: nothing
SELECT replace(
    setrisk_internal.plain_decimal(TRY_CAST(round(100 * $share, 6) AS DECIMAL(38, 6))) || ' %', '.0 %', ' %'
)
