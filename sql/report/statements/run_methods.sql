-- run_methods(release)
-- The methods of the attacks on a release that were run, and what their attackers knew, the earliest first.
--
-- row:    one per attack
-- column: method VARCHAR
-- column: knowledge VARCHAR: what the attacker knows of items
-- reads:  published
SELECT attacks.method, attacks.knowledge
FROM setrisk.attack_run AS attacks
WHERE attacks.release = $release
ORDER BY attacks.attacked_at, attacks.attack
