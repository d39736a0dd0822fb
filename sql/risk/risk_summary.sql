-- risk_summary(release, at_risk_below := NULL)
-- One row per stored attack, for the owner of the release: how many people it puts at risk. A random baseline is
-- guessing: its numbers are means over its draws. Attack 'none' is the release as it is. at_risk_below: as in risk. An
-- error where no release of that name was made in this database.
--
-- row: one per stored attack, for the owner of the release
-- column: attack VARCHAR
-- column: is_baseline BOOLEAN
-- column: draws BIGINT: 1 but for baselines
-- column: records BIGINT
-- column: at_risk DOUBLE: number of records
-- column: share_at_risk DOUBLE, 0 to 1
-- column: mean_score DOUBLE, 0 to 1
-- column: max_score DOUBLE, 0 to 1
-- checks: own_release($release)
-- reads: originals
WITH found AS (
    SELECT
        stored.attack,
        false AS is_baseline,
        1 AS draw,
        count(*) AS records,
        count(*) FILTER (WHERE setrisk_internal.is_narrowed(stored.at_risk, stored.candidates, $at_risk_below)) AS at_risk,
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
    found.attack,
    found.is_baseline,
    count(*) AS draws,
    CAST(max(found.records) AS BIGINT) AS records,
    avg(found.at_risk) AS at_risk,
    avg(found.at_risk) / nullif(max(found.records), 0) AS share_at_risk,
    avg(found.mean_score) AS mean_score,
    avg(found.max_score) AS max_score
FROM found
GROUP BY found.attack, found.is_baseline
