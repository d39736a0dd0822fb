-- promised_beliefs(series)
-- One row per private term of each release of the series: the belief that the release promises no adversary gets to.
-- release VARCHAR; item VARCHAR; population_rate DOUBLE; allowed DOUBLE
-- internal
SELECT
    rates.release,
    rates.item,
    rates.population_rate,
    setrisk.allowed_belief(made.parameters, rates.population_rate) AS allowed
FROM setrisk.population_rates($series) AS rates
JOIN setrisk.release AS made ON made.release = rates.release
