-- attack_rates(source)
-- How often attacks were right, as fractions with their intervals.
--
-- parameter: source: the name of a CTE of the caller with the counts: number, criterion, known, choice, adversary,
--     variant, attempts, successes, k and scale, as in assessed_attack; number tells releases apart
-- row:       one per row of the caller
-- column:    number INTEGER, >= 0: of the release
-- column:    criterion VARCHAR
-- column:    known BIGINT, items, >= 1
-- column:    choice VARCHAR
-- column:    adversary VARCHAR
-- column:    variant VARCHAR
-- column:    attempts BIGINT, attempts, >= 1
-- column:    successes BIGINT, attempts, >= 0
-- column:    k INTEGER?, records, >= 2
-- column:    rate DOUBLE, fraction, 0 to 1
-- column:    rate_low DOUBLE, fraction, 0 to 1
-- column:    rate_high DOUBLE, fraction, 0 to 1
-- column:    sure_low DOUBLE, fraction, 0 to 1: the same of 99.9 %
-- column:    sure_high DOUBLE, fraction, 0 to 1
-- reads:     nothing, $source: originals
-- duckdb only: query_table
SELECT
    attacks.number,
    attacks.criterion,
    attacks.known,
    attacks.choice,
    attacks.adversary,
    attacks.variant,
    attacks.attempts,
    attacks.successes,
    attacks.k,
    least(attacks.scale * attacks.successes / attacks.attempts, 1) AS rate,
    least(attacks.scale * setrisk_internal.wilson_low(attacks.successes, attacks.attempts), 1) AS rate_low,
    least(attacks.scale * setrisk_internal.wilson_high(attacks.successes, attacks.attempts), 1) AS rate_high,
    least(attacks.scale * setrisk_internal.sure_low(attacks.successes, attacks.attempts), 1) AS sure_low,
    least(
        attacks.scale * (1 - setrisk_internal.sure_low(attacks.attempts - attacks.successes, attacks.attempts)), 1
    ) AS sure_high
FROM query_table($source) AS attacks
