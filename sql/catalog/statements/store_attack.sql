-- store_attack(release, attack, method, knowledge, parameters, by_default, attacked_at)
-- Enter an attack into the catalog, in place of an earlier one of the same name.
--
-- writes: setrisk.attack_run
DELETE FROM setrisk.attack_run AS attacks
WHERE attacks.release = $release AND attacks.attack = $attack;

INSERT INTO setrisk.attack_run (release, attack, method, knowledge, parameters, by_default, attacked_at)
VALUES ($release, $attack, $method, $knowledge, $parameters, $by_default, $attacked_at)
