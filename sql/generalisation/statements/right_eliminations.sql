-- right_eliminations(release, attack)
-- Whether each stored elimination was right, for the owner of the release.
--
-- row:    one per elimination, by generalised item, record and member
-- column: is_right BOOLEAN: whether the record does not have the member in the original data
-- reads:  originals
SELECT NOT coalesce(truth.original, true) AS is_right
FROM setrisk.elimination AS eliminations
LEFT JOIN setrisk_internal.cell_truth($release) AS truth
    ON truth.record = eliminations.record AND truth.item_id = eliminations.item_id
WHERE eliminations.release = $release AND eliminations.attack = $attack
ORDER BY eliminations.generalised_item, eliminations.record, eliminations.item_id
