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
-- column: share_at_risk DOUBLE?, fraction, 0 to 1: the share of the records that it puts at risk; NULL, as the next
--     two, if that is unknown: no attack was run, and the release as it is puts nobody at risk
-- column: mean_score DOUBLE?, fraction, 0 to 1: its mean score
-- column: highest_score DOUBLE?, fraction, 0 to 1: the highest score of any attack
-- column: best_attack VARCHAR?: the attack that puts most at risk among those that do not guess; NULL if none was
--     run
-- column: best_share DOUBLE?, fraction, 0 to 1: the share that it puts at risk
-- column: baseline VARCHAR?: the random baseline; NULL if it was not run, or the family has none
-- column: baseline_share DOUBLE?, fraction, 0 to 1: the share that the baseline puts at risk, by its mean
-- column: beats_baseline BOOLEAN?: whether best_attack puts more at risk than guessing; NULL if one of them is
--     missing
-- column: coverage DOUBLE, fraction, 0 to 1: the share of the rare itemsets that the promise is about, as in coverage;
--     rare means fewer than at_risk_below people
-- column: clauses VARCHAR[]: all of this in words, two to four clauses
-- column: sentence VARCHAR: the clauses as one sentence
-- checks: own_release($release)
-- checks: at_least('at_risk_below', coalesce($at_risk_below, 2), 2)
-- reads: originals
-- page: risk.md
-- example: SELECT share_at_risk, sentence FROM setrisk.risk_headline('r1')
WITH attacks AS MATERIALIZED (
    SELECT ranked_attacks.*
    FROM setrisk_internal.ranked_risk($release, at_risk_below := $at_risk_below) AS ranked_attacks
),
leaders AS MATERIALIZED (
    SELECT
        max(attacks.records) AS records,
        max(attacks.highest_score) AS highest_score,
        -- As it is, a release may put nobody at risk, which says nothing of attacks.
        bool_or(attacks.attack <> 'none' OR attacks.records_at_risk > 0) AS is_known,
        min(attacks.rank) AS worst,
        min(attacks.rank) FILTER (WHERE NOT attacks.is_baseline AND attacks.attack <> 'none') AS best,
        min(attacks.rank) FILTER (WHERE attacks.is_baseline) AS baseline
    FROM attacks
),
missing_methods AS MATERIALIZED (
    SELECT array_to_string(list_sort(list(methods.method)), ', ') AS methods
    FROM setrisk_internal.attack_methods() AS methods
    JOIN setrisk.release AS releases ON releases.family = methods.family
    WHERE releases.release = $release AND NOT methods.is_baseline
        AND NOT EXISTS (
            SELECT runs.attack FROM setrisk_internal.attack_runs($release) AS runs
            WHERE runs.method = methods.method AND runs.by_default
        )
),
headlines AS MATERIALIZED (
    SELECT
        leaders.records,
        worst_attacks.attack AS worst_attack,
        CASE WHEN leaders.is_known THEN worst_attacks.share_at_risk END AS share_at_risk,
        CASE WHEN leaders.is_known THEN worst_attacks.mean_score END AS mean_score,
        CASE WHEN leaders.is_known THEN leaders.highest_score END AS highest_score,
        best_attacks.attack AS best_attack,
        best_attacks.share_at_risk AS best_share,
        baselines.attack AS baseline,
        baselines.share_at_risk AS baseline_share,
        best_attacks.records_at_risk > baselines.records_at_risk AS beats_baseline,
        coverage.coverage,
        list_filter([
            CASE
                WHEN NOT leaders.is_known
                    THEN 'it has not been attacked, so it is unknown whether it keeps what it promises'
                WHEN best_attacks.attack IS NULL AND baselines.attack IS NULL
                    THEN 'it has not been attacked, and the release as it is puts '
                        || setrisk_internal.people(worst_attacks.records_at_risk, worst_attacks.records)
                ELSE setrisk_internal.attack_title(worst_attacks.attack, worst_attacks.is_baseline, worst_attacks.draws)
                    || ' puts '
                    || setrisk_internal.people(worst_attacks.records_at_risk, worst_attacks.records)
            END,
            CASE
                WHEN best_attacks.attack IS NULL AND baselines.attack IS NULL THEN NULL
                WHEN best_attacks.attack IS NULL THEN 'no attack other than guessing was run'
                WHEN baselines.attack IS NULL AND baseline_methods.method IS NULL
                    THEN 'this family has no random baseline to compare with'
                WHEN baselines.attack IS NULL
                    THEN 'there is nothing to compare with, since the random baseline was not run: '
                        || baseline_methods.method
                WHEN best_attacks.records_at_risk > baselines.records_at_risk
                    AND worst_attacks.attack = best_attacks.attack
                    THEN setrisk_internal.attack_title(baselines.attack, true, baselines.draws) || ' '
                        || setrisk_internal.percent(baselines.share_at_risk)
                WHEN best_attacks.records_at_risk > baselines.records_at_risk
                    THEN 'the best attack, ' || best_attacks.attack || ', '
                        || setrisk_internal.percent(best_attacks.share_at_risk)
                        || ', ' || setrisk_internal.attack_title(baselines.attack, true, baselines.draws) || ' '
                        || setrisk_internal.percent(baselines.share_at_risk)
                ELSE 'no attack that was run puts more at risk than guessing' || CASE
                    WHEN baselines.records_at_risk = 0 THEN ', and neither puts anyone at risk'
                    ELSE ': the best, ' || best_attacks.attack || ', puts '
                        || setrisk_internal.percent(best_attacks.share_at_risk)
                END
            END,
            CASE
                WHEN best_attacks.attack IS NOT NULL AND missing_methods.methods <> ''
                    THEN 'not run with their default parameters: ' || missing_methods.methods
            END,
            CASE
                -- Rare itemsets are not counted if the method promises to protect none, whatever is rare.
                WHEN coverage.coverage = 0 AND coverage.rare_itemsets IS NULL
                    AND list_contains(releases.marks, 'unprotected')
                    THEN 'it promises nothing, and shows the data as they are'
                WHEN list_contains(releases.marks, 'unprotected')
                    THEN 'it shows the data as they are, since what it promises to protect needed no change'
                WHEN coverage.coverage < 1
                    THEN 'it promises to protect only ' || setrisk_internal.percent(coverage.coverage)
                        || ' of the rare itemsets, and risk considers no others'
                ELSE 'it promises to protect all rare itemsets of one or two items'
            END
        ], lambda clause: clause IS NOT NULL) AS clauses
    FROM leaders
    JOIN attacks AS worst_attacks ON worst_attacks.rank = leaders.worst
    LEFT JOIN attacks AS best_attacks ON best_attacks.rank = leaders.best
    LEFT JOIN attacks AS baselines ON baselines.rank = leaders.baseline
    CROSS JOIN setrisk.coverage($release, k := $at_risk_below) AS coverage
    CROSS JOIN missing_methods
    JOIN setrisk.release AS releases ON releases.release = $release
    LEFT JOIN setrisk_internal.attack_methods() AS baseline_methods
        ON baseline_methods.family = releases.family AND baseline_methods.is_baseline
)
SELECT
    headlines.records,
    headlines.worst_attack,
    headlines.share_at_risk,
    headlines.mean_score,
    headlines.highest_score,
    headlines.best_attack,
    headlines.best_share,
    headlines.baseline,
    headlines.baseline_share,
    headlines.beats_baseline,
    headlines.coverage,
    headlines.clauses,
    array_to_string(headlines.clauses, '; ') AS sentence
FROM headlines
