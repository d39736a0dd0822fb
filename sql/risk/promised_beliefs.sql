-- promised_beliefs(series)
-- One row per private term of each release of the series: the belief that the release promises no adversary gets to, r_th
-- times the population rate (SANONY Definition 12), or 1 / m for a release by m-invariance.
-- release VARCHAR; item VARCHAR; population_rate DOUBLE; allowed DOUBLE
-- internal
SELECT
    rates.release,
    rates.item,
    rates.population_rate,
    coalesce(
        CAST(json_extract_string(made.parameters, '$.r_th') AS DOUBLE) * rates.population_rate,
        1 / CAST(json_extract_string(made.parameters, '$.m') AS DOUBLE)
    ) AS allowed
FROM setrisk.population_rates($series) AS rates
JOIN setrisk.release AS made ON made.release = rates.release
