-- attacks_and_none(release, attack := NULL)
-- One row per stored attack on the release, and one for 'none': the release as it is. attack: this one alone, or all
-- where it is NULL.
--
-- row: one per stored attack on the release, and one for 'none'
-- column: attack VARCHAR
-- reads: published
SELECT 'none' AS attack
WHERE $attack IS NULL OR $attack = 'none'
UNION ALL
SELECT stored.attack FROM setrisk.attack AS stored WHERE stored.release = $release AND ($attack IS NULL OR stored.attack = $attack)
