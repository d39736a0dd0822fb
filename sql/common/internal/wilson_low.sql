-- wilson_low(successes BIGINT, attempts BIGINT) -> DOUBLE
-- The lower end of the 95 % confidence interval of a rate of successes, by Wilson. It is NULL without attempts.
--
-- reads: nothing
-- source: Wilson 1927
SELECT CASE
    WHEN $attempts > 0 AND $successes = 0 THEN 0
    WHEN $attempts > 0 THEN (
        $successes + 1.920729411
        - 1.959963985 * sqrt($successes * ($attempts - $successes) / CAST($attempts AS DOUBLE) + 0.960364705)
    ) / ($attempts + 3.841458821)
END
