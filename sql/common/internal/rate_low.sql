-- rate_low(successes BIGINT, attempts BIGINT, z DOUBLE) -> DOUBLE
-- The lower end of a confidence interval of a rate of successes, by Wilson. It is NULL without attempts.
--
-- parameter: z: how many standard deviations of a normal distribution the interval reaches: z95 for 95 %
-- reads: nothing
-- source: Wilson 1927
SELECT CASE
    WHEN $attempts > 0 AND $successes = 0 THEN 0
    WHEN $attempts > 0 THEN (
        $successes + $z * $z / 2
        - $z * sqrt($successes * ($attempts - $successes) / CAST($attempts AS DOUBLE) + $z * $z / 4)
    ) / ($attempts + $z * $z)
END
