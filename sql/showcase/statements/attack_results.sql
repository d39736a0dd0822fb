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
        WHEN evaluated.attack = 'random baseline' THEN 'random'
        ELSE split_part(evaluated.attack, ' ', 1)
    END AS name,
    evaluated.recall,
    evaluated.precision,
    evaluated.f_score
FROM setrisk.elimination_evaluation($release) AS evaluated
WHERE NOT starts_with(evaluated.attack, 'ra ')
ORDER BY evaluated.f_score
