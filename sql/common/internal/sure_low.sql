-- sure_low(successes BIGINT, attempts BIGINT) -> DOUBLE
-- The lower end of the 99.9 % confidence interval of a rate of successes, by Wilson: of some thirty attacks on a
-- release hardly one is beyond it by chance. It is NULL without attempts.
--
-- reads: nothing
-- source: Wilson 1927
SELECT setrisk_internal.rate_low($successes, $attempts, 3.290526731)
