-- store_baseline_draws(release, attack, first, draws)
-- Store how many records draws of a random baseline leave with each number of candidates, from the risk of the records
-- that is stored for these draws. What is stored of the draws themselves is deleted, but that of the first of all.
--
-- parameter: first: the number of the first of these draws
-- parameter: draws: the names of these draws; that of the first of all is the name of the baseline
-- reads:  originals
-- writes: setrisk.attack_run setrisk.composition setrisk.elimination setrisk.leakage setrisk.reassociation
--     setrisk_private.baseline_draw setrisk_private.record_risk
-- duckdb only: list_position
INSERT INTO setrisk_private.baseline_draw (release, attack, draw, candidates, records, total_score, highest_score)
SELECT
    risks.release,
    $attack,
    $first - 1 + list_position(CAST($draws AS VARCHAR[]), risks.attack) AS draw,
    risks.candidates,
    count(*) AS records,
    sum(risks.score) AS total_score,
    max(risks.score) AS highest_score
FROM setrisk_private.record_risk AS risks
WHERE risks.release = $release AND list_contains(CAST($draws AS VARCHAR[]), risks.attack)
GROUP BY risks.release, risks.attack, risks.candidates
ORDER BY draw, risks.candidates;

DELETE FROM setrisk.attack_run AS rows
WHERE rows.release = $release AND rows.attack <> $attack AND list_contains(CAST($draws AS VARCHAR[]), rows.attack);

DELETE FROM setrisk.composition AS rows
WHERE rows.release = $release AND rows.attack <> $attack AND list_contains(CAST($draws AS VARCHAR[]), rows.attack);

DELETE FROM setrisk.elimination AS rows
WHERE rows.release = $release AND rows.attack <> $attack AND list_contains(CAST($draws AS VARCHAR[]), rows.attack);

DELETE FROM setrisk.leakage AS rows
WHERE rows.release = $release AND rows.attack <> $attack AND list_contains(CAST($draws AS VARCHAR[]), rows.attack);

DELETE FROM setrisk.reassociation AS rows
WHERE rows.release = $release AND rows.attack <> $attack AND list_contains(CAST($draws AS VARCHAR[]), rows.attack);

DELETE FROM setrisk_private.record_risk AS rows
WHERE rows.release = $release AND rows.attack <> $attack AND list_contains(CAST($draws AS VARCHAR[]), rows.attack)
