-- store_baseline_draw(release, attack, draw)
-- Store how many records a draw of a random baseline leaves with each number of candidates, from the risk of the
-- records that is stored for this draw.
--
-- reads:  originals
-- writes: setrisk_private.baseline_draw
INSERT INTO setrisk_private.baseline_draw
SELECT
    risk.release,
    risk.attack,
    $draw,
    risk.candidates,
    count(*) AS records,
    sum(risk.score) AS total_score,
    max(risk.score) AS max_score
FROM setrisk_private.record_risk AS risk
WHERE risk.release = $release AND risk.attack = $attack
GROUP BY risk.release, risk.attack, risk.candidates
ORDER BY risk.candidates
