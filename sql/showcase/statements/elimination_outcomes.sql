-- elimination_outcomes(release)
-- How well each stored attack on a generalised release did, and the random baseline, which needs no knowledge.
--
-- row:    one per stored attack, and one for the random baseline
-- column: knowledge VARCHAR: empty for the random baseline
-- column: method VARCHAR
-- column: tables BIGINT, >= 1: this and the next six columns are those of elimination_evaluation
-- column: cells BIGINT, >= 1
-- column: density DOUBLE, fraction, 0 to 1
-- column: mean_eliminated DOUBLE, mean cells, >= 0
-- column: recall DOUBLE?, fraction, 0 to 1
-- column: precision DOUBLE?, fraction, 0 to 1
-- column: f_score DOUBLE?, fraction, 0 to 1
-- reads:  originals
SELECT
    coalesce(attacks.knowledge, '') AS knowledge,
    coalesce(attacks.method, 'random_baseline') AS method,
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
