-- right_eliminations(release, shadow, attack)
-- Whether each elimination from a shadow release was right: what it generalises is published by the release that it
-- was made of.
--
-- parameter: release: the release that the shadow release was made of
-- row:       one per elimination, by generalised item, record and member
-- column:    is_right BOOLEAN: whether the record does not have the member
-- reads:     published
SELECT count(entries.record) = 0 AS is_right
FROM setrisk.elimination AS eliminations
LEFT JOIN setrisk.generalised_record AS entries
    ON entries.release = $release
    AND entries.record = eliminations.record
    AND entries.item_id = eliminations.item_id
WHERE eliminations.release = $shadow AND eliminations.attack = $attack
GROUP BY eliminations.generalised_item, eliminations.record, eliminations.item_id
ORDER BY eliminations.generalised_item, eliminations.record, eliminations.item_id
