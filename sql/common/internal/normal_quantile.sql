-- normal_quantile(share DOUBLE) -> DOUBLE
-- How many standard deviations above the mean so small a share of a normal distribution is, to three decimals.
--
-- parameter: share: above 0, and at most a half
-- reads: nothing
-- source: Abramowitz and Stegun 26.2.23
SELECT sqrt(-2 * ln($share))
    - (2.515517 + 0.802853 * sqrt(-2 * ln($share)) + 0.010328 * -2 * ln($share))
    / (
        1 + 1.432788 * sqrt(-2 * ln($share)) + 0.189269 * -2 * ln($share)
        + 0.001308 * power(-2 * ln($share), 1.5)
    )
