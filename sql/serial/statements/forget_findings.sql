-- forget_findings(series, no_attack, except_release)
-- Delete what attacks on the releases of a series have found, and the records that they put at risk.
--
-- parameter: no_attack: the name for a release without any attack, whose risk is kept
-- parameter: except_release: a release whose findings stay, or NULL
-- reads:  published
-- writes: setrisk.attack_run setrisk.composition setrisk_private.record_risk
DELETE FROM setrisk.attack_run AS attacks
WHERE attacks.attack <> $no_attack AND attacks.release IS DISTINCT FROM $except_release
    AND attacks.release IN (SELECT members.release FROM setrisk.series AS members WHERE members.series = $series);

DELETE FROM setrisk.composition AS compositions
WHERE compositions.attack <> $no_attack AND compositions.release IS DISTINCT FROM $except_release
    AND compositions.release IN (SELECT members.release FROM setrisk.series AS members WHERE members.series = $series);

DELETE FROM setrisk_private.record_risk AS risks
WHERE risks.attack <> $no_attack AND risks.release IS DISTINCT FROM $except_release
    AND risks.release IN (SELECT members.release FROM setrisk.series AS members WHERE members.series = $series)
