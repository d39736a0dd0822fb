-- risks_of_cells(grid)
-- What each release of a grid that was assessed gives away, with what whatif_assessed_risk leaves out.
--
-- row:    one per release, criterion, number of known items and choice of them
-- column: number INTEGER, >= 1: of the release
-- column: criterion VARCHAR
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR
-- column: adversary VARCHAR
-- column: risk DOUBLE?, fraction, 0 to 1
-- column: risk_low DOUBLE?, fraction, 0 to 1
-- column: risk_high DOUBLE?, fraction, 0 to 1
-- column: is_weak BOOLEAN
-- column: is_able BOOLEAN: whether the attacks work: they are not weak, or were not on the data as they are
-- column: sentence VARCHAR
-- reads:  originals
WITH attacks AS MATERIALIZED (
    SELECT
        counts.cell AS number,
        counts.criterion,
        counts.known,
        counts.choice,
        counts.adversary,
        counts.variant,
        counts.attempts,
        counts.successes,
        counts.k,
        counts.scale
    FROM setrisk_private.whatif_assessed_attack AS counts
    WHERE counts.grid = $grid
    UNION ALL
    -- The data as they are: releases are numbered from 1.
    SELECT
        0 AS number,
        counts.criterion,
        counts.known,
        counts.choice,
        counts.adversary,
        counts.variant,
        counts.attempts,
        counts.successes,
        counts.k,
        counts.scale
    FROM setrisk_private.assessed_dataset AS counts
    SEMI JOIN (
        SELECT cells.dataset FROM setrisk_private.whatif_cell AS cells WHERE cells.grid = $grid
    ) AS datasets ON datasets.dataset = counts.dataset
),
rates AS MATERIALIZED (
    SELECT attack_rates.*, 'this release' AS subject, false AS is_control_given
    FROM setrisk_internal.attack_rates('attacks') AS attack_rates
),
risk_rows AS MATERIALIZED (
    SELECT risks.* FROM setrisk_internal.risks_of_rates('rates') AS risks
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
    risks.said || setrisk_internal.weakness(risks.is_weak, risks.is_able, risks.comparison) AS sentence
FROM (
    SELECT
        risk_rows.*,
        NOT risk_rows.is_weak OR coalesce(NOT data_rows.is_weak, false) AS is_able
    FROM risk_rows
    LEFT JOIN (SELECT rows.* FROM risk_rows AS rows WHERE rows.number = 0) AS data_rows
        ON data_rows.criterion = risk_rows.criterion AND data_rows.known = risk_rows.known
            AND data_rows.choice = risk_rows.choice
    WHERE risk_rows.number > 0
) AS risks
