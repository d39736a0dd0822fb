-- wilson_high(successes BIGINT, attempts BIGINT) -> DOUBLE
-- The upper end of the 95 % confidence interval of a rate of successes, by Wilson. It is NULL without attempts.
--
-- reads: nothing
-- source: Wilson 1927
SELECT 1 - setrisk_internal.wilson_low($attempts - $successes, $attempts)
