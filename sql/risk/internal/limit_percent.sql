-- limit_percent(share DOUBLE) -> VARCHAR
-- A limit as a percentage, exactly as it was given; `Limits.description` writes it the same.
--
-- reads: nothing
SELECT replace(CAST(round(100 * $share, 6) AS VARCHAR) || ' %', '.0 %', ' %')
