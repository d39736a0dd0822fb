-- wilson_low(successes BIGINT, attempts BIGINT) -> DOUBLE
-- The lower end of the 95 % confidence interval of a rate of successes, by Wilson. It is NULL without attempts.
--
-- reads: nothing
-- source: Wilson 1927
SELECT setrisk_internal.rate_low($successes, $attempts, setrisk_internal.z95())
