-- interval_high(fraction DOUBLE, half_width DOUBLE) -> DOUBLE
-- The upper end of the confidence interval of a fraction, at most 1. It is NULL without a half width.
--
-- reads: nothing
SELECT CASE WHEN $half_width IS NOT NULL THEN least($fraction + $half_width, 1) END
