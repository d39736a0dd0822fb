-- elimination_outcomes(release, draws)
-- How well each stored attack on a generalised release did, and the random baseline, which needs no knowledge.
--
-- parameter: draws: of the random baseline
-- row:    one per stored attack, and one for the random baseline
-- column: attack VARCHAR: name of the attack, or random_baseline
-- column: tables BIGINT, >= 1: this and the next six columns are those of elimination_evaluation
-- column: cells BIGINT, >= 1
-- column: density DOUBLE, fraction, 0 to 1
-- column: mean_eliminated DOUBLE, mean cells, >= 0
-- column: recall DOUBLE?, fraction, 0 to 1
-- column: precision DOUBLE?, fraction, 0 to 1
-- column: f_score DOUBLE?, fraction, 0 to 1
-- reads:  originals
SELECT
    evaluation.attack,
    evaluation.tables,
    evaluation.cells,
    evaluation.density,
    evaluation.mean_eliminated,
    evaluation.recall,
    evaluation.precision,
    evaluation.f_score
FROM setrisk.elimination_evaluation($release, draws := $draws) AS evaluation
ORDER BY ALL
