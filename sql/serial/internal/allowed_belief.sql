-- allowed_belief(parameters JSON, population_rate DOUBLE) -> DOUBLE
-- The highest belief in a sensitive item that a serial release promises to allow: r_th times the population rate, or 1
-- / m for a release by m-invariance.
--
-- parameter: parameters: the parameters of the release, as JSON
-- parameter: population_rate: share of the records that hold the term
-- reads: nothing
-- source: SANONY Definition 12
SELECT coalesce(
    setrisk_internal.numeric_parameter($parameters, 'r_th') * $population_rate,
    1 / setrisk_internal.numeric_parameter($parameters, 'm')
)
