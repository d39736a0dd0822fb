-- release_rates(release)
-- How often the attacks on one release were right, as fractions with their intervals.
--
-- row:    one per criterion, number of known items, choice of them, adversary and attack
-- column: number INTEGER, >= 0: 0, since it is one release
-- column: criterion VARCHAR
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR
-- column: adversary VARCHAR
-- column: attack VARCHAR
-- column: attempts BIGINT, attempts, >= 1
-- column: successes BIGINT, attempts, >= 0
-- column: k INTEGER?, records, >= 2
-- column: rate DOUBLE, fraction, 0 to 1
-- column: rate_low DOUBLE, fraction, 0 to 1
-- column: rate_high DOUBLE, fraction, 0 to 1
-- reads:  originals
WITH attacks_on_release AS MATERIALIZED (
    SELECT
        0 AS number,
        counts.criterion,
        counts.known,
        counts.choice,
        counts.adversary,
        counts.attack,
        counts.attempts,
        counts.successes,
        counts.k,
        counts.scale
    FROM setrisk_private.assessed_attack AS counts
    WHERE counts.release = $release
)
SELECT
    attack_rates.number,
    attack_rates.criterion,
    attack_rates.known,
    attack_rates.choice,
    attack_rates.adversary,
    attack_rates.attack,
    attack_rates.attempts,
    attack_rates.successes,
    attack_rates.k,
    attack_rates.rate,
    attack_rates.rate_low,
    attack_rates.rate_high
FROM setrisk_internal.attack_rates('attacks_on_release') AS attack_rates
