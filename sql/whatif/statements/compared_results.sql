-- compared_results()
-- What readers of a grid must know to compare its releases.
--
-- row:    one
-- column: at_risk_below INTEGER?, candidates, >= 2: NULL if there are no releases
-- column: n_unbeaten BIGINT, releases, >= 0: those of which no attack that was run puts more people at
--     risk than guessing
-- column: n_unprotected BIGINT, releases, >= 0: those that show the data as they are
-- column: n_empty BIGINT, releases, >= 0: those that show nothing
-- column: n_unassessed BIGINT, releases, >= 0: those that were made and not assessed
-- column: n_less_attacked BIGINT, releases, >= 0: those that the sharper adversary was not asked about
-- column: sample BIGINT?, transactions, >= 1: how many transactions, drawn at random, they were made of; NULL for all
-- column: n_m BIGINT, >= 0: how many values of m, the items that an attacker knows, they have
-- column: least_m INTEGER?, >= 1
-- column: largest_m INTEGER?, >= 1
-- reads: published
-- stages: _setrisk_read(at_risk_below, beats_baseline, marks, method, parameters, failure,
--     assessment_failure, left_out_attack, n_records, n_items, sample): rows of whatif_results
SELECT
    min(results.at_risk_below) AS at_risk_below,
    count(*) FILTER (WHERE NOT results.beats_baseline) AS n_unbeaten,
    count(*) FILTER (WHERE list_contains(results.marks, 'unprotected')) AS n_unprotected,
    count(*) FILTER (
        WHERE setrisk_internal.emptiness(results.n_records, results.n_items) IS NOT NULL
    ) AS n_empty,
    count(*) FILTER (WHERE results.failure IS NULL AND results.assessment_failure IS NOT NULL) AS n_unassessed,
    count(results.left_out_attack) AS n_less_attacked,
    max(results.sample) AS sample,
    count(DISTINCT results.m) AS n_m,
    min(results.m) AS least_m,
    max(results.m) AS largest_m
FROM (
    SELECT
        results.at_risk_below,
        results.beats_baseline,
        results.marks,
        results.failure,
        results.assessment_failure,
        results.left_out_attack,
        results.n_records,
        results.n_items,
        results.sample,
        -- In other families m is something else.
        CASE
            WHEN methods.family = 'disassociation'
                THEN CAST(setrisk_internal.numeric_parameter(results.parameters, 'm') AS INTEGER)
        END AS m
    FROM _setrisk_read AS results
    LEFT JOIN setrisk.methods AS methods ON methods.task = 'protect' AND methods.method = results.method
) AS results
