-- informed_attacks(release)
-- The stored attacks on a release that go by what they know of items, and by a method of setrisk.
--
-- row:    one per attack
-- column: attack VARCHAR: the name under which it is stored
-- column: method VARCHAR
-- column: knowledge VARCHAR
-- column: parameters JSON: the parameters and their values
-- reads:  published
SELECT attacks.attack, attacks.method, attacks.knowledge, attacks.parameters
FROM setrisk.attack_run AS attacks
JOIN setrisk_internal.attack_methods() AS methods ON methods.method = attacks.method
WHERE attacks.release = $release AND methods.package = 'setrisk' AND NOT methods.is_baseline
ORDER BY attacks.attack
