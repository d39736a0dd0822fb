-- assessed_attacks(release)
-- How often the attacks on the release of a name were right, or if no release has it, those on the data set of this
-- name, shown as it is. Besides, of a release that was made here, how often the same attacks were right on its data as
-- they are, if that was assessed: whether they work on what gives away most.
--
-- row:    one per number, criterion, number of known items, choice of them, adversary and variant
-- column: number INTEGER: 0 for what has this name, 1 for the data as they are
-- column: criterion VARCHAR
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR
-- column: adversary VARCHAR
-- column: variant VARCHAR
-- column: attempts BIGINT, attempts, >= 1
-- column: successes BIGINT, attempts, >= 0
-- column: k INTEGER?, records, >= 2
-- column: scale DOUBLE, > 0
-- reads:  originals
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
    attacks.scale
FROM (
    SELECT 0 AS number, release_attacks.*
    FROM setrisk_private.assessed_attack AS release_attacks
    WHERE release_attacks.release = $release
    UNION ALL
    SELECT CASE WHEN releases.release IS NULL THEN 0 ELSE 1 END AS number, dataset_attacks.*
    FROM setrisk_private.assessed_dataset AS dataset_attacks
    LEFT JOIN setrisk.release AS releases ON releases.release = $release
    WHERE dataset_attacks.dataset = CASE WHEN releases.release IS NULL THEN $release ELSE releases.dataset END
) AS attacks
