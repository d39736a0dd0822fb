-- attacks_and_none(release, attack := NULL)
-- The stored attacks on a release, and 'none' for the release as it is.
--
-- parameter: attack: return only this attack; NULL for all
-- row: one per stored attack on the release, and one for 'none'
-- column: attack VARCHAR
-- reads: published
SELECT 'none' AS attack
WHERE $attack IS NULL OR $attack = 'none'
UNION ALL
SELECT attacks.attack
FROM setrisk.attack_run AS attacks
WHERE attacks.release = $release AND ($attack IS NULL OR attacks.attack = $attack)
