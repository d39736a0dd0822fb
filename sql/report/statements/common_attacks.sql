-- common_attacks(release)
-- How often each attack of the common adversary on a release was right.
--
-- row:    one per criterion, number of known items, choice of them, adversary and variant
-- column: criterion VARCHAR
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR: random or rarest
-- column: adversary VARCHAR: uniform or sharper
-- column: variant VARCHAR: main, control or naive
-- column: attempts BIGINT, attempts, >= 1
-- column: successes BIGINT, attempts, >= 0
-- column: rate DOUBLE, fraction, 0 to 1
-- column: rate_low DOUBLE, fraction, 0 to 1
-- column: rate_high DOUBLE, fraction, 0 to 1
-- reads:  originals
SELECT
    attacks.criterion,
    attacks.known,
    attacks.choice,
    attacks.adversary,
    attacks.variant,
    attacks.attempts,
    attacks.successes,
    attacks.rate,
    attacks.rate_low,
    attacks.rate_high
FROM setrisk.assessment($release) AS attacks
ORDER BY
    attacks.criterion,
    attacks.known,
    attacks.choice,
    attacks.adversary DESC,
    attacks.variant <> 'main',
    attacks.variant
