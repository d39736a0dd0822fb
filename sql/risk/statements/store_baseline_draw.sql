-- store_baseline_draw(release, attack, draw)
-- Store how many records a draw of a random baseline leaves with each number of candidates, from the risk of the
-- records that is stored for this draw.
--
-- reads:  originals
-- writes: setrisk_private.baseline_draw
INSERT INTO setrisk_private.baseline_draw (release, attack, draw, candidates, records, total_score, highest_score)
SELECT
    risks.release,
    risks.attack,
    $draw,
    risks.candidates,
    count(*) AS records,
    sum(risks.score) AS total_score,
    max(risks.score) AS highest_score
FROM setrisk_private.record_risk AS risks
WHERE risks.release = $release AND risks.attack = $attack
GROUP BY risks.release, risks.attack, risks.candidates
ORDER BY risks.candidates
