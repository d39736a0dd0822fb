-- ratio_half_width(draws BIGINT, squared_residuals DOUBLE, total DOUBLE) -> DOUBLE
-- Half the width of the 95 % confidence interval of a ratio of two sums over independent draws, by the linearised
-- variance of the ratio estimator. It is NULL for fewer than two draws, a total of 0, or if all draws agree, because
-- then nothing shows how far off they may be.
--
-- parameter: draws: how many draws there are
-- parameter: squared_residuals: sum of (numerator - ratio * denominator)^2 over the draws
-- parameter: total: sum of the denominators
-- reads: nothing
SELECT CASE
    WHEN $draws < 2 OR $total = 0 THEN NULL
    -- What is less than this is rounding.
    WHEN $squared_residuals < 1e-15 THEN NULL
    ELSE setrisk_internal.t95($draws - 1) * sqrt($squared_residuals * $draws / ($draws - 1)) / $total
END
