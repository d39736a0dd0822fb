-- stored_attacks(release)
-- The attacks on a release that were run, the earliest first.
--
-- row:    one per attack
-- column: attack VARCHAR
-- column: knowledge VARCHAR: what the attacker knows of items
-- column: attacked_at TIMESTAMP
-- reads:  published
SELECT attacks.attack, attacks.knowledge, attacks.attacked_at
FROM setrisk.attack_run AS attacks
WHERE attacks.release = $release
ORDER BY attacks.attacked_at, attacks.attack
