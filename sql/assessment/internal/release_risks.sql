-- release_risks(release)
-- What one release, or a data set that is shown as it is, gives away, with what assessed_risk leaves out.
--
-- row:    one per criterion, number of known items and choice of them
-- column: number INTEGER, >= 0: 0, since it is one release
-- column: criterion VARCHAR
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR
-- column: adversary VARCHAR
-- column: risk DOUBLE?, fraction, 0 to 1
-- column: risk_low DOUBLE?, fraction, 0 to 1
-- column: risk_high DOUBLE?, fraction, 0 to 1
-- column: is_weak BOOLEAN
-- column: is_able BOOLEAN: whether the attacks work: they are not weak, or were not on the data as they are
-- column: unknown_reason VARCHAR?
-- column: other_adversary VARCHAR?
-- column: attempts BIGINT, attempts, >= 1
-- column: successes BIGINT, attempts, >= 0
-- column: sentence VARCHAR
-- reads:  originals
WITH rates AS MATERIALIZED (
    SELECT
        release_rates.*,
        CASE WHEN releases.release IS NULL THEN 'these data' ELSE 'this release' END AS subject,
        releases.release IS NOT NULL AND assessments.control IS NOT NULL AS is_control_given
    FROM setrisk_internal.release_rates($release) AS release_rates
    LEFT JOIN setrisk.release AS releases ON releases.release = $release
    LEFT JOIN setrisk_private.release_assessment AS assessments ON assessments.release = $release
)
SELECT
    risks.number,
    risks.criterion,
    risks.known,
    risks.choice,
    risks.adversary,
    risks.risk,
    risks.risk_low,
    risks.risk_high,
    risks.is_weak,
    risks.is_able,
    risks.unknown_reason,
    risks.other_adversary,
    risks.attempts,
    risks.successes,
    risks.said || setrisk_internal.weakness(risks.is_weak, risks.is_able, risks.comparison) AS sentence
FROM (
    SELECT
        risk_rows.*,
        NOT risk_rows.is_weak
        -- Other items may have been sensitive there.
        OR bool_or(NOT risk_rows.is_weak AND risk_rows.criterion NOT LIKE 'sensitive%') OVER (
            PARTITION BY risk_rows.criterion, risk_rows.known, risk_rows.choice
        ) AS is_able
    FROM setrisk_internal.risks_of_rates('rates') AS risk_rows
) AS risks
WHERE risks.number = 0
