-- store_exact_compositions(series, release, attack, max_cluster_size)
-- Store what the attacker finds who counts all placements, in place of what an earlier attack of the same name found.
--
-- parameter: attack: the name under which it is stored
-- parameter: max_cluster_size: only clusters of at most this many records are examined
-- reads:  published
-- writes: setrisk.composition
DELETE FROM setrisk.composition AS findings
WHERE findings.release = $release AND findings.attack = $attack;

INSERT INTO setrisk.composition BY NAME
SELECT $release AS release, $attack AS attack, findings.*
FROM setrisk_internal.exact_compositions($series, $release, max_cluster_size := $max_cluster_size) AS findings
ORDER BY findings.record
