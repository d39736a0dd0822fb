-- mean_half_width(draws BIGINT, deviation DOUBLE) -> DOUBLE
-- Half the width of the 95 % confidence interval of a mean over independent draws. It is NULL for fewer than two draws,
-- or if all draws agree.
--
-- parameter: draws: how many draws have a value
-- parameter: deviation: the standard deviation of the draws
-- reads: nothing
SELECT CASE
    -- What is less than this is rounding.
    WHEN $draws < 2 OR $deviation < 1e-12 THEN NULL
    ELSE setrisk_internal.t95($draws - 1) * $deviation / sqrt($draws)
END
