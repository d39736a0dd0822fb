-- allowed_belief(parameters, population_rate) -> DOUBLE
-- The belief in a private term that a serial release with such parameters (JSON) promises no adversary gets to: r_th
-- times the population rate (SANONY Definition 12), or 1 / m for a release by m-invariance.
--
-- reads: nothing
SELECT coalesce(
    TRY_CAST(json_extract_string($parameters, '$.r_th') AS DOUBLE) * $population_rate,
    1 / TRY_CAST(json_extract_string($parameters, '$.m') AS DOUBLE)
)
