-- mean_half_width(draws, deviation) -> DOUBLE
-- Half the width of the 95 % confidence interval of a mean over independent draws. draws: how many have a value;
-- deviation: their standard deviation. NULL for fewer than two draws, or draws that all agree.
--
-- reads: nothing
SELECT CASE WHEN $draws >= 2 AND $deviation > 0 THEN setrisk_internal.t95($draws - 1) * $deviation / sqrt($draws) END
