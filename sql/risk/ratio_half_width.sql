-- ratio_half_width(draws, squared_residuals, total) -> DOUBLE
-- Half the width of the 95 % confidence interval of a ratio of two sums over independent draws (linearised variance of
-- the ratio estimator). draws: how many; squared_residuals: sum of (numerator - ratio * denominator)^2 over the draws;
-- total: sum of the denominators. NULL for fewer than two draws or a total of 0.
SELECT CASE
    WHEN $draws < 2 OR $total = 0 THEN NULL
    ELSE setrisk.t95($draws - 1) * sqrt($squared_residuals * $draws / ($draws - 1)) / $total
END
