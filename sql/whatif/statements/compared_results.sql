-- compared_results()
-- What readers of a grid must know to compare its releases.
--
-- row:    one
-- column: at_risk_below INTEGER?, candidates, >= 2: NULL if there are no releases
-- column: n_unbeaten BIGINT, releases, >= 0: those of which no attack that was run beats guessing
-- column: n_m BIGINT, >= 0: how many values of m they have
-- column: least_m INTEGER?, >= 1
-- column: largest_m INTEGER?, >= 1
-- stages: _setrisk_read(at_risk_below, beats_baseline, parameters): rows of whatif_results
SELECT
    min(results.at_risk_below) AS at_risk_below,
    count(*) FILTER (WHERE NOT results.beats_baseline) AS n_unbeaten,
    count(DISTINCT CAST(setrisk_internal.numeric_parameter(results.parameters, 'm') AS INTEGER)) AS n_m,
    CAST(min(setrisk_internal.numeric_parameter(results.parameters, 'm')) AS INTEGER) AS least_m,
    CAST(max(setrisk_internal.numeric_parameter(results.parameters, 'm')) AS INTEGER) AS largest_m
FROM _setrisk_read AS results
