-- store_leakages(release, attack, confidence)
-- Store the findings of an attribute linkage attack, in place of those of an earlier attack of that name.
--
-- parameter: confidence: findings with less are left out
-- reads:     published
-- writes:    setrisk.leakage
DELETE FROM setrisk.leakage AS leakages WHERE leakages.release = $release AND leakages.attack = $attack;

INSERT INTO setrisk.leakage
SELECT
    $release,
    $attack,
    boundary.itemset,
    boundary.leaked,
    boundary.supersets,
    boundary.occurrences / boundary.superset_occurrences
FROM setrisk_internal.boundary_supersets($release) AS boundary
WHERE boundary.occurrences / boundary.superset_occurrences >= $confidence
ORDER BY ALL
