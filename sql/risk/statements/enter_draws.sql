-- enter_draws(release, attack, draws)
-- Enter draws of a random baseline into the catalog as attacks of their own, until their risk is stored.
--
-- parameter: attack: the baseline, which is there already
-- parameter: draws: the names of the draws; that of the first is the name of the baseline
-- reads:     published
-- writes:    setrisk.attack_run
INSERT INTO setrisk.attack_run BY NAME
SELECT runs.* REPLACE (names.draw AS attack)
FROM setrisk.attack_run AS runs
CROSS JOIN (SELECT unnest(CAST($draws AS VARCHAR[])) AS draw) AS names
WHERE runs.release = $release AND runs.attack = $attack AND names.draw <> $attack
