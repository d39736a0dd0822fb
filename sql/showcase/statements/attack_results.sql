-- attack_results(release)
-- How well the attacks on a generalised release did, the random baseline by its mean over several runs, the best last.
--
-- row:    one per attack
-- column: name VARCHAR: its method, or 'random'
-- column: recall DOUBLE?, 0 to 1
-- column: precision DOUBLE?, 0 to 1
-- column: f_score DOUBLE?, 0 to 1
-- reads:  originals
SELECT
    CASE
        WHEN attacks.attack = 'random baseline' THEN 'random'
        ELSE split_part(attacks.attack, ' ', 1)
    END AS name,
    attacks.recall,
    attacks.precision,
    attacks.f_score
FROM setrisk.elimination_evaluation($release) AS attacks
WHERE NOT starts_with(attacks.attack, 'ra ')
ORDER BY attacks.f_score
