-- store_attack(release, attack, method, knowledge, parameters, attacked_at)
-- Enter an attack into the catalog, in place of an earlier one of the same name.
--
-- writes: setrisk.attack
DELETE FROM setrisk.attack AS stored
WHERE stored.release = $release AND stored.attack = $attack;

INSERT INTO setrisk.attack
VALUES ($release, $attack, $method, $knowledge, $parameters, $attacked_at)
