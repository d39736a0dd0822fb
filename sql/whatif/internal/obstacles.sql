-- obstacles(grid, max_narrowing, max_inference, max_linkability, max_singling_out, known, needs_attacks)
-- Why releases of a grid cannot be recommended, whatever their risk is: there is none, nothing is in it, it has a mark,
-- or its risk is unknown. A release with a seed can be made again without one.
--
-- parameter: max_narrowing: NULL or 1 for no such limit, as for the next three
-- parameter: known: the numbers of known items that a release must have been assessed for; NULL for the default
-- parameter: needs_attacks: whether there is a limit on what attacks on its promise find
-- row:       one per release that cannot be recommended
-- column:    cell INTEGER, >= 1: of the release
-- column:    obstacle VARCHAR: the reason, in words, as said of one release; several, if its risk is unknown by several
--     criteria
-- reads:     originals
WITH results AS MATERIALIZED (
    SELECT grid_results.* FROM setrisk.whatif_results($grid) AS grid_results
),
measured_criteria AS (
    SELECT
        risks.cell,
        risks.criterion,
        list(DISTINCT risks.known) AS known,
        count(*) FILTER (WHERE risks.risk IS NULL) AS n_unknown,
        setrisk_internal.unmeasured_known($known, list(risks.known)) AS unmeasured
    FROM setrisk.whatif_assessed_risk($grid) AS risks
    GROUP BY risks.cell, risks.criterion
),
limited_criteria AS (
    SELECT
        results.cell,
        results.asked_known,
        results.assessment_failure,
        CASE
            WHEN len(setrisk_internal.missing_known(measured_criteria.known, assessed_data.known)) > 0
                THEN cells.dataset
        END AS unassessed,
        coalesce(assessed_data.known, []) AS data_known,
        setrisk_internal.numeric_parameter(results.parameters, 'epsilon') IS NOT NULL AS is_noisy,
        setrisk_internal.missing_known($known, results.asked_known) AS missing,
        criterion_limits.criterion,
        measured_criteria.n_unknown,
        measured_criteria.unmeasured,
        CASE criterion_limits.criterion
            WHEN 'narrowing' THEN results.narrowing
            WHEN 'inference' THEN results.inference
            WHEN 'linkability' THEN results.linkability
            ELSE results.singling_out
        END AS risk
    FROM results
    JOIN setrisk_private.whatif_cell AS cells ON cells.grid = $grid AND cells.cell = results.cell
    LEFT JOIN (
        SELECT counts.dataset, list(DISTINCT counts.known) AS known
        FROM setrisk_private.assessed_dataset AS counts
        GROUP BY counts.dataset
    ) AS assessed_data ON assessed_data.dataset = cells.dataset
    CROSS JOIN setrisk_internal.criterion_limits(
        $max_narrowing, $max_inference, $max_linkability, $max_singling_out
    ) AS criterion_limits
    LEFT JOIN measured_criteria
        ON measured_criteria.cell = results.cell AND measured_criteria.criterion = criterion_limits.criterion
    WHERE criterion_limits.allowed IS NOT NULL
),
reasons AS (
    SELECT
        judged_criteria.cell,
        array_to_string(list_sort(list_distinct(list(judged_criteria.reason))), '; ') AS reason
    FROM (
        SELECT
            limited_criteria.cell,
            CASE
                WHEN limited_criteria.criterion = 'narrowing' AND limited_criteria.is_noisy
                    THEN setrisk_internal.no_narrowing() || ': leave out max_narrowing, and limit the other criteria'
                WHEN limited_criteria.asked_known IS NULL
                    THEN 'it was not assessed' || coalesce(', since ' || limited_criteria.assessment_failure, '')
                WHEN len(limited_criteria.missing) > 0
                    THEN 'it was not assessed for attackers who know '
                        || setrisk_internal.numbers_of_items(limited_criteria.missing)
                        || ': go by --known ' || array_to_string(limited_criteria.asked_known, ',')
                        || ' here, or run setrisk whatif with the others, too'
                WHEN limited_criteria.n_unknown IS NULL
                    THEN setrisk_internal.no_guess(limited_criteria.criterion, limited_criteria.asked_known)
                WHEN len(limited_criteria.unmeasured) > 0
                    THEN setrisk_internal.no_guess(limited_criteria.criterion, limited_criteria.unmeasured)
                WHEN limited_criteria.n_unknown > 0
                    THEN replace(limited_criteria.criterion, '_', ' ') || ' is unknown, since '
                        || setrisk_internal.no_control(limited_criteria.criterion)
                ELSE setrisk_internal.weak_attacks(
                    limited_criteria.criterion,
                    limited_criteria.unassessed,
                    list_concat(limited_criteria.asked_known, limited_criteria.data_known)
                )
            END AS reason
        FROM limited_criteria
        WHERE limited_criteria.risk IS NULL OR len(limited_criteria.missing) > 0 OR len(limited_criteria.unmeasured) > 0
    ) AS judged_criteria
    GROUP BY judged_criteria.cell
)
SELECT judged_results.cell, judged_results.obstacle
FROM (
    SELECT
        results.cell,
        CASE
            WHEN results.failure IS NOT NULL THEN 'it failed: ' || results.failure
            WHEN setrisk_internal.emptiness(results.n_records, results.n_items) IS NOT NULL
                THEN setrisk_internal.emptiness(results.n_records, results.n_items)
            WHEN len(list_filter(results.marks, lambda mark: mark <> 'seeded')) > 0
                THEN 'the gate refuses it for '
                    || array_to_string(list_filter(results.marks, lambda mark: mark <> 'seeded'), ', ')
            -- A release whose risk is unknown keeps no limit. Limits on what assessing finds do not go by its attacks.
            WHEN CASE
                WHEN coalesce(cells.n_attacks, 0) > 0
                    THEN results.share_at_risk IS NULL OR results.highest_score IS NULL
                ELSE $needs_attacks
                    OR coalesce(least($max_narrowing, $max_inference, $max_linkability, $max_singling_out), 1) >= 1
            END
                THEN 'its risk is unknown, since no attack other than guessing was run on it'
            ELSE reasons.reason
        END AS obstacle
    FROM results
    LEFT JOIN reasons ON reasons.cell = results.cell
    JOIN setrisk_private.whatif_cell AS cells ON cells.grid = $grid AND cells.cell = results.cell
) AS judged_results
WHERE judged_results.obstacle IS NOT NULL
