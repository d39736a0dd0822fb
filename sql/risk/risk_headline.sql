-- risk_headline(release, at_risk_below := NULL)
-- The risk of a release in one row and one sentence. It is the worst of the stored attacks, of guessing (the mean of a
-- random baseline) and of the release as it is. Of two that put equally many at risk, the one with the higher scores is
-- the worse. For the owner of the release.
--
-- parameter: release: a release that was made in this database
-- parameter: at_risk_below: in generalised and disassociated releases, a record with fewer candidates than this is at
--     risk; by default the release's own k
-- row: one
-- column: records BIGINT, records, >= 0: records of the release
-- column: worst_attack VARCHAR: the attack that puts most at risk, which may be guessing, or 'none'
-- column: share_at_risk DOUBLE, 0 to 1: the share of the records that it puts at risk
-- column: mean_score DOUBLE, 0 to 1: its mean score
-- column: max_score DOUBLE, 0 to 1: the highest score of any attack
-- column: best_attack VARCHAR?: the attack that puts most at risk among those that do not guess; NULL where none was
--     run
-- column: best_share DOUBLE?, 0 to 1: the share that it puts at risk
-- column: baseline VARCHAR?: the random baseline; NULL where it was not run, or the family has none
-- column: baseline_share DOUBLE?, 0 to 1: the share that the baseline puts at risk, by its mean
-- column: beats_baseline BOOLEAN?: whether best_attack puts more at risk than guessing; NULL where one of them is
--     missing
-- column: coverage DOUBLE, 0 to 1: the share of the rare itemsets that the promise is about, as in coverage; rare means
--     fewer than at_risk_below people
-- column: sentence VARCHAR: all of this in words
-- checks: own_release($release)
-- reads: originals
-- example: SELECT share_at_risk, sentence FROM setrisk.risk_headline('r1')
WITH ranked AS MATERIALIZED (
    SELECT
        summary.attack,
        summary.is_baseline,
        summary.draws,
        summary.records,
        summary.at_risk,
        summary.share_at_risk,
        summary.mean_score,
        summary.max_score,
        -- Rounded, because the last digits of a mean depend on the order in which DuckDB adds up its terms.
        row_number() OVER (ORDER BY summary.share_at_risk, round(summary.mean_score, 9), summary.attack) AS rank
    FROM setrisk.risk_summary($release, at_risk_below := $at_risk_below) AS summary
),
leaders AS MATERIALIZED (
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
    JOIN setrisk.release AS published ON published.family = methods.family
    WHERE published.release = $release AND NOT methods.is_baseline
        AND NOT EXISTS (
            SELECT runs.attack FROM setrisk_internal.attack_runs($release) AS runs
            WHERE runs.method = methods.method AND runs.by_default
        )
)
SELECT
    leaders.records,
    worst.attack AS worst_attack,
    worst.share_at_risk,
    worst.mean_score,
    leaders.max_score,
    best.attack AS best_attack,
    best.share_at_risk AS best_share,
    baseline.attack AS baseline,
    baseline.share_at_risk AS baseline_share,
    best.at_risk > baseline.at_risk AS beats_baseline,
    covered.coverage,
    CASE
        WHEN best.attack IS NULL AND baseline.attack IS NULL AND worst.at_risk > 0
            THEN 'it has not been attacked, and the release as it is puts '
                || setrisk_internal.people(worst.at_risk, worst.records)
        WHEN best.attack IS NULL AND baseline.attack IS NULL THEN 'it has not been attacked, so its risk is unknown'
        ELSE setrisk_internal.attack_title(worst.attack, worst.is_baseline, worst.draws) || ' puts '
            || setrisk_internal.people(worst.at_risk, worst.records)
            || CASE
                WHEN best.attack IS NULL THEN '; no attack other than guessing was run'
                WHEN baseline.attack IS NULL AND guessing.method IS NULL
                    THEN '; this family has no random baseline to compare with'
                WHEN baseline.attack IS NULL
                    THEN '; there is nothing to compare with, since the random baseline was not run: '
                        || guessing.method
                WHEN best.at_risk > baseline.at_risk AND worst.attack = best.attack
                    THEN '; ' || setrisk_internal.attack_title(baseline.attack, true, baseline.draws) || ' '
                        || setrisk_internal.percent(baseline.share_at_risk)
                WHEN best.at_risk > baseline.at_risk
                    THEN '; the best attack, ' || best.attack || ', ' || setrisk_internal.percent(best.share_at_risk)
                        || ', ' || setrisk_internal.attack_title(baseline.attack, true, baseline.draws) || ' '
                        || setrisk_internal.percent(baseline.share_at_risk)
                WHEN baseline.at_risk = 0
                    THEN '; no attack that was run beats guessing, and neither puts anyone at risk'
                ELSE '; no attack that was run beats guessing: the best, ' || best.attack || ', puts '
                    || setrisk_internal.percent(best.share_at_risk) || ' at risk'
            END || CASE
                WHEN best.attack IS NOT NULL AND not_run.methods <> ''
                    THEN '; not run with their default parameters: ' || not_run.methods
                ELSE ''
            END
    END || CASE
        WHEN covered.coverage < 1
            THEN '; it promises to protect only ' || setrisk_internal.percent(covered.coverage)
                || ' of the rare itemsets, and risk considers no others'
        ELSE '; it promises to protect all rare itemsets of one or two items'
    END AS sentence
FROM leaders
JOIN ranked AS worst ON worst.rank = leaders.worst
LEFT JOIN ranked AS best ON best.rank = leaders.best
LEFT JOIN ranked AS baseline ON baseline.rank = leaders.baseline
CROSS JOIN setrisk.coverage($release, below := $at_risk_below) AS covered
CROSS JOIN not_run
JOIN setrisk.release AS published ON published.release = $release
LEFT JOIN setrisk_internal.attack_methods() AS guessing ON guessing.family = published.family AND guessing.is_baseline
