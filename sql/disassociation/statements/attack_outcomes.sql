-- attack_outcomes(release, embedding)
-- How well each stored attack on a disassociated release did, and how far the reconstructed records are from the
-- originals on average.
--
-- parameter: embedding: the knowledge with the word vectors of the Word Mover's Distance
-- row:    one per stored attack and part of the release
-- column: knowledge VARCHAR: empty for an attack that guesses
-- column: method VARCHAR
-- column: as_printed BOOLEAN: whether aba places the sub-records for it, as in the paper
-- column: part VARCHAR: 'record_chunk' (shared chunks included), 'term_chunk' or 'both'
-- column: mean_placements DOUBLE, mean placements, >= 0
-- column: accuracy DOUBLE?, fraction, 0 to 1: this and the next eight as in setrisk.reassociation_evaluation
-- column: accuracy_printed DOUBLE?, fraction, 0 to 1
-- column: accuracy_matching DOUBLE?, fraction, 0 to 1
-- column: transaction_breakage DOUBLE?, fraction, 0 to 1
-- column: transaction_printed DOUBLE?, fraction, 0 to 1
-- column: transaction_matching DOUBLE?, fraction, 0 to 1
-- column: hidden BIGINT, itemsets, >= 0
-- column: km_breakage DOUBLE?, fraction, 0 to 1
-- column: km_printed DOUBLE?, fraction, 0 to 1
-- column: km_matching DOUBLE?, fraction, 0 to 1
-- column: distance DOUBLE?, >= 0: mean Word Mover's Distance
-- reads:  originals
SELECT
    CASE WHEN attacks.is_baseline THEN '' ELSE attacks.knowledge END AS knowledge,
    attacks.method,
    coalesce(CAST(runs.parameters ->> 'as_printed' AS BOOLEAN), false) AS as_printed,
    evaluation.part,
    evaluation.mean_placements,
    evaluation.accuracy,
    evaluation.accuracy_printed,
    evaluation.accuracy_matching,
    evaluation.transaction_breakage,
    evaluation.transaction_printed,
    evaluation.transaction_matching,
    evaluation.hidden,
    evaluation.km_breakage,
    evaluation.km_printed,
    evaluation.km_matching,
    distances.distance
FROM setrisk.reassociation_evaluation($release, draws := 2) AS evaluation
JOIN setrisk_internal.attack_runs($release) AS attacks ON attacks.attack = evaluation.attack
JOIN setrisk.attack_run AS runs ON runs.release = $release AND runs.attack = evaluation.attack
LEFT JOIN (
    SELECT pairs.attack, pairs.part, avg(pairs.distance) AS distance
    FROM setrisk.movers_distances($release, $embedding) AS pairs
    GROUP BY pairs.attack, pairs.part
) AS distances ON distances.attack = evaluation.attack AND distances.part = evaluation.part
ORDER BY knowledge, attacks.method, as_printed, evaluation.part
