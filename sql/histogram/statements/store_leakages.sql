-- store_leakages(release, attack, confidence)
-- Store the findings of an attribute linkage attack, in place of those of an earlier attack of that name.
--
-- parameter: confidence: findings with less are left out
-- reads:     published
-- writes:    setrisk.leakage
DELETE FROM setrisk.leakage AS leakages WHERE leakages.release = $release AND leakages.attack = $attack;

INSERT INTO setrisk.leakage (release, attack, itemset, leaked_id, supersets, confidence)
SELECT
    $release,
    $attack,
    boundaries.itemset,
    boundaries.leaked_id,
    boundaries.supersets,
    boundaries.occurrences / boundaries.superset_occurrences
FROM setrisk_internal.boundary_supersets($release) AS boundaries
WHERE boundaries.occurrences / boundaries.superset_occurrences >= $confidence
ORDER BY ALL
