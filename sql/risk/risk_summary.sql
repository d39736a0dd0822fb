-- risk_summary(release, at_risk_below := NULL)
-- How many people each stored attack puts at risk. A random baseline stands for guessing: its numbers are means over
-- its draws.
--
-- parameter: release: a release that was made in this database
-- parameter: at_risk_below: in generalised and disassociated releases, a record with fewer candidates than this is at
--     risk; by default the release's own k
-- row: one per stored attack, and one for 'none', the release as it is; for the owner of the release
-- column: attack VARCHAR: the stored attack, or 'none'
-- column: is_baseline BOOLEAN: whether it is a random baseline
-- column: draws BIGINT, draws, >= 1: how often it was run: 1 except for baselines
-- column: records BIGINT, records, >= 1: records of the release
-- column: records_at_risk DOUBLE, mean records, >= 0: records at risk, of a baseline the mean over its draws
-- column: share_at_risk DOUBLE, fraction, 0 to 1: records_at_risk divided by records
-- column: mean_score DOUBLE, fraction, 0 to 1: the mean score of a record
-- column: highest_score DOUBLE, fraction, 0 to 1: the highest score of a record, of a baseline the mean over its draws
-- checks: own_release($release)
-- checks: at_least('at_risk_below', coalesce($at_risk_below, 2), 2)
-- reads: originals
-- page: risk.md
-- example: FROM setrisk.risk_summary('r1') ORDER BY share_at_risk DESC, attack
WITH draws AS (
    SELECT
        risks.attack,
        false AS is_baseline,
        1 AS draw,
        count(*) AS records,
        count(*) FILTER (
            WHERE setrisk_internal.is_narrowed(risks.at_risk, risks.candidates, $at_risk_below)
        ) AS records_at_risk,
        avg(risks.score) AS mean_score,
        max(risks.score) AS highest_score
    FROM setrisk_private.record_risk AS risks
    ANTI JOIN setrisk_private.baseline_draw AS draws
        ON draws.release = risks.release AND draws.attack = risks.attack
    WHERE risks.release = $release
    GROUP BY risks.attack
    UNION ALL
    SELECT
        draws.attack,
        true AS is_baseline,
        draws.draw,
        sum(draws.records) AS records,
        coalesce(sum(draws.records) FILTER (
            WHERE draws.candidates < coalesce($at_risk_below, promises.k)
        ), 0) AS records_at_risk,
        sum(draws.total_score) / nullif(sum(draws.records), 0) AS mean_score,
        max(draws.highest_score) AS highest_score
    FROM setrisk_private.baseline_draw AS draws
    CROSS JOIN setrisk_internal.promised_support($release) AS promises
    WHERE draws.release = $release
    GROUP BY draws.attack, draws.draw
)
SELECT
    draws.attack,
    draws.is_baseline,
    count(*) AS draws,
    CAST(max(draws.records) AS BIGINT) AS records,
    avg(draws.records_at_risk) AS records_at_risk,
    avg(draws.records_at_risk) / nullif(max(draws.records), 0) AS share_at_risk,
    avg(draws.mean_score) AS mean_score,
    avg(draws.highest_score) AS highest_score
FROM draws
GROUP BY draws.attack, draws.is_baseline
