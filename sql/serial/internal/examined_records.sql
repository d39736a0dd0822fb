-- examined_records(release)
-- About how many records of a serial release each stored attack says something, if there are sensitive items to infer.
--
-- row: one per stored attack
-- column: attack VARCHAR: the name of the attack
-- column: records BIGINT, records, >= 0: an attack that takes only small clusters may have looked at none
-- reads: published
SELECT runs.attack, count(DISTINCT beliefs.record) AS records
FROM setrisk.attack_run AS runs
LEFT JOIN setrisk.composition AS beliefs ON beliefs.release = runs.release AND beliefs.attack = runs.attack
WHERE runs.release = $release
    AND runs.release IN (SELECT terms.release FROM setrisk.sensitive_count AS terms)
GROUP BY runs.attack
