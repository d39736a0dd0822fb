-- assessed_attacks(release)
-- How often the attacks on one release were right, or if no release has this name, those on the data set of this name,
-- shown as it is.
--
-- row:    one per criterion, number of known items, choice of them, adversary and attack
-- column: criterion VARCHAR
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR
-- column: adversary VARCHAR
-- column: attack VARCHAR
-- column: attempts BIGINT, attempts, >= 1
-- column: successes BIGINT, attempts, >= 0
-- column: k INTEGER?, records, >= 2
-- column: scale DOUBLE, > 0
-- reads:  originals
SELECT
    attacks.criterion,
    attacks.known,
    attacks.choice,
    attacks.adversary,
    attacks.attack,
    attacks.attempts,
    attacks.successes,
    attacks.k,
    attacks.scale
FROM setrisk_private.assessed_attack AS attacks
WHERE attacks.release = $release
UNION ALL
SELECT
    attacks.criterion,
    attacks.known,
    attacks.choice,
    attacks.adversary,
    attacks.attack,
    attacks.attempts,
    attacks.successes,
    attacks.k,
    attacks.scale
FROM setrisk_private.assessed_dataset AS attacks
ANTI JOIN setrisk.release AS releases ON releases.release = attacks.dataset
WHERE attacks.dataset = $release
