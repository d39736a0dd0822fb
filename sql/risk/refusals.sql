-- refusals(release, max_at_risk := NULL, max_score := NULL, attacks := NULL, min_coverage := NULL, max_narrowing := NULL, max_inference := NULL, max_linkability := NULL, max_singling_out := NULL, known := NULL, allow_exported := false)
-- The reasons not to publish a release that the checks made here have found. If there are none, it may be published, as
-- far as its marks, its series, the limits given and the stored attacks go. Without a limit on risk there is always a
-- reason, if no other then 'no_limit', since no risk is held against one. A limit that is not between 0 and 1 is an
-- error, and so is a limit on a release that was not made in this database.
--
-- parameter: release: the release to judge
-- parameter: max_at_risk: the largest share of the records that the worst attack, or the mean of guessing, may put at
--     risk
-- parameter: max_score: the highest score that risk may give to a record
-- parameter: attacks: methods that must have been run with their default parameters, or names of attacks as risk shows
--     them; by default, with max_at_risk or max_score, every method of the family. With one of these, guessing must
--     always have been run
-- parameter: min_coverage: the least share of the rare itemsets that the promise must be about, as coverage computes
--     it; by default 0.5 with max_at_risk or max_score, because risk considers only what the promise is about
-- parameter: max_narrowing: the largest fraction of people who may be left with few records; this and the next three
--     are limits on the upper ends of the intervals of assessed_risk, whatever is known. They are limits on risk, too,
--     and the only ones that an imported release can be held against
-- parameter: max_inference: the highest risk that one more item is inferred; guesses of sensitive items, if they were
--     asked about, count as well
-- parameter: max_linkability: the highest risk that two sources about the same person are linked
-- parameter: max_singling_out: the highest risk that somebody is singled out
-- parameter: known: numbers of known items that the release must have been assessed for to keep one of these four;
--     1 to 4 unless given. Numbers that are given must have been measured, too: nobody may have so many items. Of what
--     was assessed besides, nothing is left out
-- parameter: allow_exported: whether other releases of the same people may have been exported before
-- row: one per reason not to publish the release
-- column: release VARCHAR: the release
-- column: refusal VARCHAR: the kind of reason: a mark (unprotected, seeded, as-printed, domain-from-data,
--     drawn-constraints, imported, or one that this version does not know), 'series', 'empty', 'not_attacked',
--     'at_risk', 'score', 'coverage', 'narrowing', 'inference', 'linkability', 'singling_out', 'exported' or
--     'no_limit'
-- column: attack VARCHAR?: the attack that the reason is about, if it is about one
-- column: found DOUBLE?: the value that breaks a limit; of a series, the number of records at risk; of
--     'exported', the number of other releases; otherwise NULL
-- column: allowed DOUBLE?: the limit that is broken, or that may be, since the value is unknown; otherwise NULL
-- column: reason VARCHAR: the reason, as a sentence without its full stop
-- checks: known_release($release)
-- reads: originals
-- page: risk.md
-- example: FROM setrisk.refusals('r1', max_at_risk := 0.05)
WITH limits AS MATERIALIZED (
    SELECT
        setrisk_internal.check_fraction('max_at_risk', $max_at_risk) AS at_risk,
        setrisk_internal.check_fraction('max_score', $max_score) AS score,
        coalesce(
            setrisk_internal.check_fraction('min_coverage', $min_coverage),
            CASE WHEN $max_at_risk IS NOT NULL OR $max_score IS NOT NULL THEN setrisk_internal.least_coverage() END
        ) AS coverage,
        setrisk_internal.check_boolean('allow_exported', $allow_exported) AS allows_exported
),
risks AS MATERIALIZED (
    SELECT
        summary.attack,
        setrisk_internal.attack_title(summary.attack, summary.is_baseline, summary.draws) AS title,
        summary.is_baseline,
        summary.records,
        summary.records_at_risk,
        summary.share_at_risk AS share,
        summary.highest_score AS score
    FROM setrisk.risk_summary($release) AS summary
    WHERE $max_at_risk IS NOT NULL OR $max_score IS NOT NULL
),
attack_names AS MATERIALIZED (
    SELECT DISTINCT names.attack
    FROM (SELECT unnest(CAST($attacks AS VARCHAR[])) AS attack) AS names
    WHERE names.attack IS NOT NULL
),
required_attacks AS MATERIALIZED (
    SELECT attack_names.attack FROM attack_names
    UNION
    SELECT methods.method
    FROM setrisk_internal.attack_methods() AS methods
    JOIN setrisk.release AS releases ON releases.family = methods.family
    CROSS JOIN limits
    WHERE releases.release = $release
        AND (limits.at_risk IS NOT NULL OR limits.score IS NOT NULL)
        AND (methods.is_baseline OR NOT EXISTS (SELECT attack_names.attack FROM attack_names))
),
-- If the risk of some people is lost, or that of some draws of guessing, what is left may look better.
whole_risks AS MATERIALIZED (
    SELECT parts.attack, parts.is_baseline, count(*) AS n_draws
    FROM (
        SELECT risks.attack, false AS is_baseline, risks.records
        FROM risks
        WHERE NOT risks.is_baseline
        UNION ALL
        SELECT draws.attack, true AS is_baseline, sum(draws.records) AS records
        FROM setrisk_private.baseline_draw AS draws
        WHERE draws.release = $release
        GROUP BY draws.attack, draws.draw
    ) AS parts
    JOIN setrisk.release AS releases ON releases.release = $release
    JOIN setrisk_private.dataset AS datasets
        ON datasets.dataset = releases.dataset AND datasets.n_transactions = parts.records
    GROUP BY parts.attack, parts.is_baseline
),
stored_runs AS MATERIALIZED (
    SELECT runs.attack, runs.method, runs.by_default
    FROM setrisk_internal.attack_runs($release) AS runs
    -- The others were not made, as far as limits go.
    WHERE ($max_at_risk IS NULL AND $max_score IS NULL)
        OR EXISTS (
            SELECT whole_risks.attack
            FROM whole_risks
            WHERE whole_risks.attack = runs.attack
                AND whole_risks.is_baseline = runs.is_baseline
                AND whole_risks.n_draws >= coalesce(runs.draws, 1)
        )
),
findings AS MATERIALIZED (
    SELECT refusals.release, refusals.refusal, NULL AS attack, refusals.found, refusals.allowed, refusals.reason
    FROM setrisk_internal.refusals_without_limits($release) AS refusals
    UNION ALL
    SELECT
        $release AS release,
        'not_attacked' AS refusal,
        required_attacks.attack,
        NULL AS found,
        NULL AS allowed,
        'it has not been attacked with ' || required_attacks.attack
            || CASE
                WHEN changed_runs.attacks IS NOT NULL
                    THEN ' with its default parameters, only by ' || changed_runs.attacks
                        || ': run setrisk attack with no option but --method ' || required_attacks.attack
                WHEN series.n_releases > 1 THEN ' since its series last changed'
                ELSE ''
            END AS reason
    FROM required_attacks
    LEFT JOIN (
        SELECT stored_runs.method, array_to_string(list_sort(list(stored_runs.attack)), ', ') AS attacks
        FROM stored_runs
        GROUP BY stored_runs.method
    ) AS changed_runs ON changed_runs.method = required_attacks.attack
    CROSS JOIN (
        SELECT count(*) AS n_releases
        FROM setrisk.series AS places
        JOIN setrisk.series AS members ON members.series = places.series
        WHERE places.release = $release
    ) AS series
    WHERE NOT EXISTS (
        SELECT stored_runs.attack FROM stored_runs
        WHERE stored_runs.attack = required_attacks.attack
            OR (stored_runs.method = required_attacks.attack AND stored_runs.by_default)
    )
    UNION ALL
    SELECT
        $release AS release,
        'not_attacked' AS refusal,
        'none' AS attack,
        NULL AS found,
        NULL AS allowed,
        'whom it puts at risk as it is, is not known any more: make the release again' AS reason
    FROM limits
    WHERE (limits.at_risk IS NOT NULL OR limits.score IS NOT NULL)
        AND NOT EXISTS (SELECT whole_risks.attack FROM whole_risks WHERE whole_risks.attack = 'none')
    UNION ALL
    SELECT
        $release AS release,
        'not_attacked' AS refusal,
        attacks.attack,
        NULL AS found,
        NULL AS allowed,
        attacks.attack || ' could say nothing about any of its records' AS reason
    FROM attack_names
    JOIN setrisk_internal.examined_records($release) AS attacks ON attacks.attack = attack_names.attack
    WHERE attacks.records = 0
    UNION ALL
    SELECT
        $release AS release,
        'at_risk' AS refusal,
        risks.attack,
        risks.share AS found,
        limits.at_risk AS allowed,
        risks.title || ' puts ' || setrisk_internal.people(risks.records_at_risk, risks.records) || '; the limit is '
            || setrisk_internal.limit_percent(limits.at_risk)
            -- If both are rounded to the same percentage, the limit is also given as a number of people.
            || CASE
                WHEN setrisk_internal.percent(risks.share) = setrisk_internal.percent(limits.at_risk)
                    THEN ', which is ' || CAST(floor(limits.at_risk * risks.records) AS BIGINT) || ' people'
                ELSE ''
            END AS reason
    FROM risks
    CROSS JOIN limits
    WHERE setrisk_internal.is_above(risks.share, limits.at_risk)
    UNION ALL
    SELECT
        $release AS release,
        'score' AS refusal,
        risks.attack,
        risks.score AS found,
        limits.score AS allowed,
        risks.title || ' gives a record a score of ' || setrisk_internal.percent(risks.score)
            || '; the limit is ' || setrisk_internal.limit_percent(limits.score) AS reason
    FROM risks
    CROSS JOIN limits
    WHERE setrisk_internal.is_above(risks.score, limits.score)
    UNION ALL
    SELECT
        $release AS release,
        'coverage' AS refusal,
        NULL AS attack,
        coverage.coverage AS found,
        limits.coverage AS allowed,
        'it promises to protect ' || setrisk_internal.percent(coverage.coverage)
            || ' of the itemsets of one or two items that fewer than ' || coverage.k || ' people hold; at least '
            || setrisk_internal.limit_percent(limits.coverage) || ' is required'
            || CASE WHEN $min_coverage IS NULL THEN ' by default; min_coverage sets another share' ELSE '' END AS reason
    FROM limits
    JOIN setrisk.coverage($release) AS coverage ON limits.coverage > coverage.coverage
    WHERE $min_coverage IS NOT NULL OR $max_at_risk IS NOT NULL OR $max_score IS NOT NULL
    UNION ALL
    SELECT
        $release AS release,
        'coverage' AS refusal,
        NULL AS attack,
        NULL AS found,
        limits.coverage AS allowed,
        'how much its promise is about is not known any more: make the release again' AS reason
    FROM limits
    WHERE limits.coverage > 0
        AND NOT EXISTS (SELECT 1 FROM setrisk_private.release_coverage AS coverages WHERE coverages.release = $release)
    UNION ALL
    SELECT gaps.release, gaps.refusal, NULL AS attack, gaps.found, gaps.allowed, gaps.reason
    FROM setrisk_internal.assessed_refusals(
        $release, $max_narrowing, $max_inference, $max_linkability, $max_singling_out, $known
    ) AS gaps
    CROSS JOIN setrisk_internal.published_size($release) AS sizes
    -- Nothing that could be measured of an empty release would help it.
    WHERE setrisk_internal.emptiness(sizes.n_records, sizes.n_items) IS NULL
    UNION ALL
    SELECT
        $release AS release,
        'exported' AS refusal,
        NULL AS attack,
        exported_releases.n_releases AS found,
        0 AS allowed,
        exported_releases.names || CASE
            WHEN exported_releases.n_releases > 1 THEN ' were exported before, and are about the same people: '
            ELSE ' was exported before, and is about the same people: '
        END || 'whoever has both can compare them, which was not looked at; allow_exported (--allow-exported) accepts '
            || 'that, and setrisk drop forgets what nobody has (object_type export)' AS reason
    FROM setrisk_internal.exported_releases($release) AS exported_releases
    CROSS JOIN limits
    WHERE exported_releases.n_releases > 0 AND NOT limits.allows_exported
)
SELECT findings.release, findings.refusal, findings.attack, findings.found, findings.allowed, findings.reason
FROM findings
UNION ALL
SELECT
    $release AS release,
    'no_limit' AS refusal,
    NULL AS attack,
    NULL AS found,
    NULL AS allowed,
    'no limit on risk was given, so its risk was held against none: give max_inference, max_linkability and '
    || 'max_singling_out, or max_at_risk' AS reason
WHERE $max_at_risk IS NULL AND $max_score IS NULL
    -- A limit that everything keeps is none.
    AND coalesce(least($max_narrowing, $max_inference, $max_linkability, $max_singling_out), 1) >= 1
    AND NOT EXISTS (SELECT findings.refusal FROM findings)
