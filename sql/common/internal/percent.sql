-- percent(share DOUBLE) -> VARCHAR
-- A share as a percentage, with one decimal, or with more if one decimal would round it to none or all.
-- `percent` of pipelines/common/share.py is the same, for sentences and reports; a test holds them together.
--
-- reads: nothing
SELECT setrisk_internal.plain_decimal(
    TRY_CAST(
        CASE
            WHEN $share IS NULL THEN NULL
            WHEN round(100 * least($share, 1), 1) IN (0, 100) THEN round(100 * least($share, 1), 6)
            ELSE round(100 * least($share, 1), 1)
        END AS DECIMAL(38, 6)
    )
) || ' %'
