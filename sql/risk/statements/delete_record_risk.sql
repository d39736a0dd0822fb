-- delete_record_risk(release, attack)
-- Delete the stored risk of the records of a release by an attack.
--
-- writes: setrisk_private.record_risk
DELETE FROM setrisk_private.record_risk AS risks
WHERE risks.release = $release AND risks.attack = $attack
