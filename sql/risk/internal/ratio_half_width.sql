-- ratio_half_width(draws, squared_residuals, total) -> DOUBLE
-- Half the width of the 95 % confidence interval of a ratio of two sums over independent draws (linearised variance of
-- the ratio estimator). draws: how many; squared_residuals: sum of (numerator - ratio * denominator)^2 over the draws;
-- total: sum of the denominators. NULL for fewer than two draws, a total of 0, or draws that all agree: nothing tells
-- how far they could be off.
--
-- reads: nothing
SELECT CASE
    WHEN $draws < 2 OR $total = 0 THEN NULL
    -- Of whole numbers: what is less than this is rounding.
    WHEN $squared_residuals * $total * $total < 0.5 THEN NULL
    ELSE setrisk_internal.t95($draws - 1) * sqrt($squared_residuals * $draws / ($draws - 1)) / $total
END
