-- percent(share) -> VARCHAR
-- A share in words, with one decimal, or more where one would make it none or all.
--
-- reads: nothing
SELECT CASE
    WHEN round(100 * least($share, 1), 1) IN (0, 100) THEN round(100 * least($share, 1), 6)
    ELSE round(100 * least($share, 1), 1)
END || ' %'
