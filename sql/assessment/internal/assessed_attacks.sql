-- assessed_attacks(release)
-- How often the attacks on the release of a name were right, or if no release has it, those on the data set of this
-- name, shown as it is.
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
FROM (
    SELECT release_attacks.*
    FROM setrisk_private.assessed_attack AS release_attacks
    WHERE release_attacks.release = $release
    UNION ALL
    SELECT dataset_attacks.*
    FROM setrisk_private.assessed_dataset AS dataset_attacks
    ANTI JOIN setrisk.release AS releases ON releases.release = dataset_attacks.dataset
    WHERE dataset_attacks.dataset = $release
) AS attacks
