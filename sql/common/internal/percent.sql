-- percent(share DOUBLE) -> VARCHAR
-- A share as a percentage, with one decimal, or with more if one decimal would round it to none or all.
-- `percent` of pipelines/common/share.py is the same, for sentences and reports; a test holds them together.
--
-- reads: nothing
SELECT setrisk_internal.plain_decimal(
    TRY_CAST(
        CASE
            WHEN $share IS NULL THEN NULL
            WHEN setrisk_internal.rounded(100 * least($share, 1), 10) IN (0, 100)
                THEN setrisk_internal.rounded(100 * least($share, 1), 1000000)
            ELSE setrisk_internal.rounded(100 * least($share, 1), 10)
        END AS DECIMAL(38, 6)
    )
) || ' %'
