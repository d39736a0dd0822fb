-- t95(df) -> DOUBLE
-- The 97.5 % quantile of Student's t with df degrees of freedom, for 95 % confidence intervals: exact for 1 and 2, from
-- 3 on by the Cornish-Fisher expansion (Abramowitz and Stegun 26.7.5), off by less than 0.004. NULL where df < 1.
--
-- reads: nothing
SELECT CASE
    WHEN $df < 1 THEN NULL
    WHEN $df = 1 THEN 12.706204736
    WHEN $df = 2 THEN 4.302652730
    ELSE 1.959963985
        + 2.372271230 / $df
        + 2.822502610 / power($df, 2)
        + 2.555852960 / power($df, 3)
        + 1.589534110 / power($df, 4)
END
