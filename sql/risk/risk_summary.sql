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
-- column: draws BIGINT, >= 1: how often it was run: 1 except for baselines
-- column: records BIGINT, records, >= 1: records of the release
-- column: at_risk DOUBLE, records, >= 0: records at risk, of a baseline the mean over its draws
-- column: share_at_risk DOUBLE, 0 to 1: at_risk divided by records
-- column: mean_score DOUBLE, 0 to 1: the mean score of a record
-- column: max_score DOUBLE, 0 to 1: the highest score of a record, of a baseline the mean over its draws
-- checks: own_release($release)
-- reads: originals
-- example: FROM setrisk.risk_summary('r1') ORDER BY share_at_risk DESC, attack
WITH attacked AS (
    SELECT
        stored.attack,
        false AS is_baseline,
        1 AS draw,
        count(*) AS records,
        count(*) FILTER (
            WHERE setrisk_internal.is_narrowed(stored.at_risk, stored.candidates, $at_risk_below)
        ) AS at_risk,
        avg(stored.score) AS mean_score,
        max(stored.score) AS max_score
    FROM setrisk_private.record_risk AS stored
    ANTI JOIN setrisk_private.baseline_draw AS drawn
        ON drawn.release = stored.release AND drawn.attack = stored.attack
    WHERE stored.release = $release
    GROUP BY stored.attack
    UNION ALL
    SELECT
        drawn.attack,
        true AS is_baseline,
        drawn.draw,
        sum(drawn.records) AS records,
        coalesce(sum(drawn.records) FILTER (
            WHERE drawn.candidates < coalesce($at_risk_below, promised.k)
        ), 0) AS at_risk,
        sum(drawn.total_score) / nullif(sum(drawn.records), 0) AS mean_score,
        max(drawn.max_score) AS max_score
    FROM setrisk_private.baseline_draw AS drawn
    CROSS JOIN setrisk_internal.promised_support($release) AS promised
    WHERE drawn.release = $release
    GROUP BY drawn.attack, drawn.draw
)
SELECT
    attacked.attack,
    attacked.is_baseline,
    count(*) AS draws,
    CAST(max(attacked.records) AS BIGINT) AS records,
    avg(attacked.at_risk) AS at_risk,
    avg(attacked.at_risk) / nullif(max(attacked.records), 0) AS share_at_risk,
    avg(attacked.mean_score) AS mean_score,
    avg(attacked.max_score) AS max_score
FROM attacked
GROUP BY attacked.attack, attacked.is_baseline
