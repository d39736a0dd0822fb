-- z95() -> DOUBLE
-- The 97.5 % quantile of the normal distribution, for 95 % confidence intervals.
--
-- reads: nothing
SELECT CAST(1.959963985 AS DOUBLE)
