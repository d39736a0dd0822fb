-- attacks_and_none(release, attacks := NULL)
-- The stored attacks on a release, and 'none' for the release as it is.
--
-- parameter: attacks: return only these, of which one may be 'none'; NULL for all
-- row: one per stored attack on the release, and one for 'none'
-- column: attack VARCHAR
-- reads: published
SELECT 'none' AS attack
WHERE setrisk_internal.is_asked_for('none', $attacks)
UNION ALL
SELECT attacks.attack
FROM setrisk.attack_run AS attacks
WHERE attacks.release = $release AND setrisk_internal.is_asked_for(attacks.attack, $attacks)
