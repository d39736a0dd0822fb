-- t95(df BIGINT) -> DOUBLE
-- The 97.5 % quantile of Student's t distribution, for 95 % confidence intervals. It is exact for one and two degrees
-- of freedom, and off by less than 0.004 for more, by the Cornish-Fisher expansion. It is NULL for fewer than one.
--
-- parameter: df: degrees of freedom
-- reads: nothing
-- source: Abramowitz and Stegun 26.7.5
SELECT CASE
    WHEN $df < 1 THEN NULL
    WHEN $df = 1 THEN 12.706204736
    WHEN $df = 2 THEN 4.302652730
    -- Charts take the exact quantile from scipy, which relations do without; a test holds the two together.
    ELSE setrisk_internal.z95()
        + 2.372271230 / $df
        + 2.822502610 / power($df, 2)
        + 2.555852960 / power($df, 3)
        + 1.589534110 / power($df, 4)
END
