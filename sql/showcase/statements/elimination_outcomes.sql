-- elimination_outcomes(release)
-- How well each stored attack on a generalised release did, and the random baseline, which needs no knowledge.
--
-- row:    one per stored attack, and one for the random baseline
-- column: knowledge VARCHAR: empty for the random baseline
-- column: method VARCHAR
-- column: tables BIGINT
-- column: cells BIGINT
-- column: density DOUBLE
-- column: mean_eliminated DOUBLE
-- column: recall DOUBLE
-- column: precision DOUBLE
-- column: f_score DOUBLE
-- reads:  originals
SELECT
    coalesce(attacks.knowledge, '') AS knowledge,
    coalesce(attacks.method, 'random baseline') AS method,
    evaluation.tables,
    evaluation.cells,
    evaluation.density,
    evaluation.mean_eliminated,
    evaluation.recall,
    evaluation.precision,
    evaluation.f_score
FROM setrisk.elimination_evaluation($release) AS evaluation
LEFT JOIN setrisk.attack_run AS attacks ON attacks.release = $release AND attacks.attack = evaluation.attack
ORDER BY ALL
