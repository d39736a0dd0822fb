-- obstacles(grid, max_narrowing, max_inference, max_linkability, max_singling_out, known)
-- Why releases of a grid cannot be recommended, whatever their risk is: there is none, nothing is in it, it has a mark,
-- or its risk is unknown. A release with a seed can be made again without one.
--
-- parameter: max_narrowing: NULL for no such limit, as for the next three
-- parameter: known: the numbers of known items that a release must have been assessed for; NULL for the default
-- row:       one per release that cannot be recommended, by the first reason that there is
-- column:    cell INTEGER, >= 1: of the release
-- column:    obstacle VARCHAR: the reason, in words, as said of one release
-- reads:     originals
WITH results AS MATERIALIZED (
    SELECT grid_results.* FROM setrisk.whatif_results($grid) AS grid_results
),
unknown_criteria AS (
    SELECT results.cell, results.asked_known, 'inference' AS criterion
    FROM results
    WHERE $max_inference IS NOT NULL AND results.inference IS NULL
    UNION ALL
    SELECT results.cell, results.asked_known, 'linkability' AS criterion
    FROM results
    WHERE $max_linkability IS NOT NULL AND results.linkability IS NULL
    UNION ALL
    SELECT results.cell, results.asked_known, 'singling_out' AS criterion
    FROM results
    WHERE $max_singling_out IS NOT NULL AND results.singling_out IS NULL
),
reasons AS (
    SELECT
        unknown_criteria.cell,
        min(
            CASE
                WHEN criteria.n_rows IS NULL
                    THEN setrisk_internal.no_guess(unknown_criteria.criterion, unknown_criteria.asked_known)
                WHEN criteria.n_unknown > 0
                    THEN replace(unknown_criteria.criterion, '_', ' ')
                        || ' is unknown, since nobody outside of it could be asked about'
                ELSE replace(unknown_criteria.criterion, '_', ' ')
                    || ' was never attacked better than without what is known, which does not show that it is safe'
            END
        ) AS reason
    FROM unknown_criteria
    LEFT JOIN (
        SELECT risks.cell, risks.criterion, count(*) AS n_rows, count(*) FILTER (WHERE risks.risk IS NULL) AS n_unknown
        FROM setrisk.whatif_assessed_risk($grid) AS risks
        GROUP BY risks.cell, risks.criterion
    ) AS criteria ON criteria.cell = unknown_criteria.cell AND criteria.criterion = unknown_criteria.criterion
    GROUP BY unknown_criteria.cell
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
            -- A release whose risk is unknown keeps no limit.
            WHEN results.share_at_risk IS NULL OR results.highest_score IS NULL OR attacks.n_attacks IS NULL
                THEN 'its risk is unknown, since no attack other than guessing was run on it'
            WHEN coalesce($max_narrowing, $max_inference, $max_linkability, $max_singling_out) IS NULL THEN NULL
            WHEN results.asked_known IS NULL
                THEN 'it was not assessed' || coalesce(', since ' || results.assessment_failure, '')
            WHEN len(setrisk_internal.missing_known($known, results.asked_known)) > 0
                THEN 'it was not assessed for attackers who know '
                    || setrisk_internal.numbers_of_items(setrisk_internal.missing_known($known, results.asked_known))
            WHEN $max_narrowing IS NOT NULL AND results.narrowing IS NULL
                THEN 'narrowing is unknown, or does not apply to it: leave out max_narrowing, and limit the others'
            ELSE reasons.reason
        END AS obstacle
    FROM results
    LEFT JOIN reasons ON reasons.cell = results.cell
    LEFT JOIN (
        SELECT runs.cell, count(*) AS n_attacks
        FROM (SELECT results.cell, unnest(results.attacks) AS attack FROM results) AS runs
        JOIN setrisk_internal.attack_methods() AS methods ON methods.method = split_part(runs.attack, ' ', 1)
        WHERE NOT methods.is_baseline
        GROUP BY runs.cell
    ) AS attacks ON attacks.cell = results.cell
) AS judged_results
WHERE judged_results.obstacle IS NOT NULL
