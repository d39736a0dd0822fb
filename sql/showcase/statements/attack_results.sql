-- attack_results(release)
-- How well the attacks on a generalised release did, the random baseline by its mean over several runs, the best last.
--
-- row:    one per attack
-- column: name VARCHAR: its method, or 'random'
-- column: recall DOUBLE?, fraction, 0 to 1
-- column: precision DOUBLE?, fraction, 0 to 1
-- column: f_score DOUBLE?, fraction, 0 to 1
-- reads:  originals
SELECT
    coalesce(runs.method, 'random') AS name,
    attacks.recall,
    attacks.precision,
    attacks.f_score
FROM setrisk.elimination_evaluation($release) AS attacks
LEFT JOIN setrisk_internal.attack_runs($release) AS runs ON runs.attack = attacks.attack
WHERE runs.is_baseline IS NOT TRUE
ORDER BY attacks.f_score
