-- risk_summary(release, at_risk_below := NULL)
-- One row per stored attack, for the owner of the release: how many people it puts at risk. A random baseline is guessing: its
-- numbers are means over its draws. Attack 'none' is the release as it is.
-- at_risk_below: as in risk.
-- An error where no release of that name was made in this database.
-- attack VARCHAR; is_baseline BOOLEAN; draws BIGINT: 1 but for baselines; records BIGINT; at_risk DOUBLE: number of records;
-- share_at_risk DOUBLE in [0, 1]; mean_score, max_score DOUBLE in [0, 1]
WITH found AS (
    SELECT
        stored.attack,
        false AS is_baseline,
        1 AS draw,
        count(*) AS records,
        count(*) FILTER (WHERE setrisk.is_narrowed(stored.at_risk, stored.candidates, $at_risk_below)) AS at_risk,
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
    CROSS JOIN setrisk.promised_support($release) AS promised
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
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    own.release, own.release <> '', length(own.release), length(own.release), length(own.release), length(own.release),
    length(own.release), length(own.release)
FROM setrisk.own_release($release) AS own
WHERE own.release IS NULL
