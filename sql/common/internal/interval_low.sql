-- interval_low(fraction DOUBLE, half_width DOUBLE) -> DOUBLE
-- The lower end of the confidence interval of a fraction, at least 0. It is NULL without a half width.
--
-- reads: nothing
SELECT CASE WHEN $half_width IS NOT NULL THEN greatest($fraction - $half_width, 0) END
