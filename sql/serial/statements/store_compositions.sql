-- store_compositions(series, release, attack, scope, adversary)
-- Store what a composition attack finds, in place of what an earlier attack of the same name found.
--
-- parameter: attack: the name under which it is stored
-- parameter: scope: cluster, transitive or global
-- parameter: adversary: worst or printed
-- reads:  published
-- writes: setrisk.composition
DELETE FROM setrisk.composition AS findings
WHERE findings.release = $release AND findings.attack = $attack;

INSERT INTO setrisk.composition BY NAME
SELECT $attack AS attack, findings.* EXCLUDE (cluster)
FROM setrisk.compositions($series, release := $release, scope := $scope, adversary := $adversary) AS findings
ORDER BY findings.record
