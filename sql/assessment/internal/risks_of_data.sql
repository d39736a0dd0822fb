-- risks_of_data(dataset)
-- What a data set would give away if it were published as it is, whatever release has its name.
--
-- row:    one per criterion, number of known items and choice of them; none if it was not assessed
-- column: criterion VARCHAR
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR
-- column: adversary VARCHAR
-- column: risk DOUBLE?, fraction, 0 to 1
-- column: risk_low DOUBLE?, fraction, 0 to 1
-- column: risk_high DOUBLE?, fraction, 0 to 1
-- column: is_weak BOOLEAN
-- column: sentence VARCHAR
-- reads:  originals
WITH attacks_on_data AS MATERIALIZED (
    SELECT 0 AS number, counts.* FROM setrisk_private.assessed_dataset AS counts WHERE counts.dataset = $dataset
),
rates AS MATERIALIZED (
    SELECT attack_rates.*, 'these data' AS subject, false AS is_control_given
    FROM setrisk_internal.attack_rates('attacks_on_data') AS attack_rates
)
SELECT
    risks.criterion,
    risks.known,
    risks.choice,
    risks.adversary,
    risks.risk,
    risks.risk_low,
    risks.risk_high,
    risks.is_weak,
    risks.said || setrisk_internal.weakness(risks.is_weak, false, risks.comparison) AS sentence
FROM setrisk_internal.risks_of_rates('rates') AS risks
