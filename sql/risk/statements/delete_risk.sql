-- delete_risk(release, attack)
-- Delete the stored risk of the records of a release by an attack, with the draws of a random baseline.
--
-- writes: setrisk_private.baseline_draw setrisk_private.record_risk
DELETE FROM setrisk_private.baseline_draw AS draws
WHERE draws.release = $release AND draws.attack = $attack;

DELETE FROM setrisk_private.record_risk AS risks
WHERE risks.release = $release AND risks.attack = $attack
