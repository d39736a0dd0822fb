-- release_rates(release)
-- How often the attacks on one release, or on a data set that is shown as it is, were right, as fractions with their
-- intervals; and of a release those of the attacks on its data as they are.
--
-- row:    one per number, criterion, number of known items, choice of them, adversary and variant
-- column: number INTEGER, >= 0: as in assessed_attacks
-- column: criterion VARCHAR
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR
-- column: adversary VARCHAR
-- column: variant VARCHAR
-- column: attempts BIGINT, attempts, >= 1
-- column: successes BIGINT, attempts, >= 0
-- column: k INTEGER?, records, >= 2
-- column: rate DOUBLE, fraction, 0 to 1
-- column: rate_low DOUBLE, fraction, 0 to 1
-- column: rate_high DOUBLE, fraction, 0 to 1
-- column: sure_low DOUBLE, fraction, 0 to 1
-- column: sure_high DOUBLE, fraction, 0 to 1
-- reads:  originals
WITH attacks_on_release AS MATERIALIZED (
    SELECT counts.*
    FROM setrisk_internal.assessed_attacks($release) AS counts
)
SELECT attack_rates.*
FROM setrisk_internal.attack_rates('attacks_on_release') AS attack_rates
