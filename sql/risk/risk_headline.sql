-- risk_headline(release, at_risk_below := NULL)
-- One row: what risk comes to, for the owner of the release. The share at risk is that of the worst of all stored
-- attacks, of guessing (a random baseline, by its mean) and of the release as it is; of two that are equal, of that
-- with the higher scores. at_risk_below: as in risk. An error where no release of that name was made in this database.
--
-- column: records BIGINT
-- column: worst_attack VARCHAR
-- column: share_at_risk DOUBLE, 0 to 1
-- column: mean_score DOUBLE, 0 to 1: by that attack
-- column: max_score DOUBLE, 0 to 1: the highest by any
-- column: best_attack VARCHAR?: the one that does not guess and puts most at risk, NULL where none was run
-- column: best_share DOUBLE
-- column: baseline VARCHAR?: NULL where guessing was not tried, or the family has no such thing
-- column: baseline_share DOUBLE
-- column: beats_baseline BOOLEAN?: whether the best puts more at risk than guessing, NULL where one is missing
-- column: coverage DOUBLE, 0 to 1: as in coverage, of what fewer than at_risk_below people hold
-- column: sentence VARCHAR: all of it in words
-- reads: originals
WITH ranked AS MATERIALIZED (
    SELECT
        each.attack,
        each.is_baseline,
        each.draws,
        each.records,
        each.at_risk,
        each.share_at_risk,
        each.mean_score,
        each.max_score,
        -- The last digits of a mean depend on the order of its terms.
        row_number() OVER (ORDER BY each.share_at_risk, round(each.mean_score, 9), each.attack) AS rank
    FROM setrisk.risk_summary($release, at_risk_below := $at_risk_below) AS each
),
led AS MATERIALIZED (
    SELECT
        max(ranked.records) AS records,
        max(ranked.max_score) AS max_score,
        max(ranked.rank) AS worst,
        max(ranked.rank) FILTER (WHERE NOT ranked.is_baseline AND ranked.attack <> 'none') AS best,
        max(ranked.rank) FILTER (WHERE ranked.is_baseline) AS baseline
    FROM ranked
),
not_run AS MATERIALIZED (
    SELECT array_to_string(list_sort(list(methods.method)), ', ') AS methods
    FROM setrisk_internal.attack_methods() AS methods
    JOIN setrisk.release AS made ON made.family = methods.family
    WHERE made.release = $release AND NOT methods.is_baseline
        AND NOT EXISTS (
            SELECT stored.attack FROM setrisk_internal.attack_runs($release) AS stored
            WHERE stored.method = methods.method AND stored.by_default
        )
)
SELECT
    led.records,
    worst.attack AS worst_attack,
    worst.share_at_risk,
    worst.mean_score,
    led.max_score,
    best.attack AS best_attack,
    best.share_at_risk AS best_share,
    baseline.attack AS baseline,
    baseline.share_at_risk AS baseline_share,
    best.at_risk > baseline.at_risk AS beats_baseline,
    covered.coverage,
    CASE
        WHEN best.attack IS NULL AND baseline.attack IS NULL AND worst.at_risk > 0
            THEN 'it has not been attacked, and the release as it is puts ' || setrisk_internal.people(worst.at_risk, worst.records)
        WHEN best.attack IS NULL AND baseline.attack IS NULL THEN 'it has not been attacked: nothing is known of its risk'
        ELSE setrisk_internal.attack_title(worst.attack, worst.is_baseline, worst.draws) || ' puts '
            || setrisk_internal.people(worst.at_risk, worst.records)
            || CASE
                WHEN best.attack IS NULL THEN '; no attack was run that does more than guess'
                WHEN baseline.attack IS NULL AND guessing.method IS NULL
                    THEN '; no attack of this family guesses, so there is nothing to hold this against'
                WHEN baseline.attack IS NULL THEN '; how many guessing puts at risk is not known: ' || guessing.method || ' was not run'
                WHEN best.at_risk > baseline.at_risk AND worst.attack = best.attack
                    THEN '; ' || setrisk_internal.attack_title(baseline.attack, true, baseline.draws) || ' '
                        || setrisk_internal.percent(baseline.share_at_risk)
                WHEN best.at_risk > baseline.at_risk
                    THEN '; the best attack, ' || best.attack || ', ' || setrisk_internal.percent(best.share_at_risk) || ', '
                        || setrisk_internal.attack_title(baseline.attack, true, baseline.draws) || ' '
                        || setrisk_internal.percent(baseline.share_at_risk)
                WHEN baseline.at_risk = 0 THEN '; no attack that was run beats guessing, and neither puts anyone at risk'
                ELSE '; no attack that was run beats guessing: the best, ' || best.attack || ', puts '
                    || setrisk_internal.percent(best.share_at_risk) || ' at risk'
            END || CASE
                WHEN best.attack IS NOT NULL AND not_run.methods <> '' THEN '; not run with their default parameters: ' || not_run.methods
                ELSE ''
            END
    END || CASE
        WHEN covered.coverage < 1
            THEN '; it promises to protect ' || setrisk_internal.percent(covered.coverage)
                || ' of the rare itemsets alone, and risk looks at no others'
        ELSE '; it promises to protect all rare itemsets of one or two items'
    END AS sentence
FROM led
JOIN ranked AS worst ON worst.rank = led.worst
LEFT JOIN ranked AS best ON best.rank = led.best
LEFT JOIN ranked AS baseline ON baseline.rank = led.baseline
CROSS JOIN setrisk.coverage($release, below := $at_risk_below) AS covered
CROSS JOIN not_run
JOIN setrisk.release AS made ON made.release = $release
LEFT JOIN setrisk_internal.attack_methods() AS guessing ON guessing.family = made.family AND guessing.is_baseline
