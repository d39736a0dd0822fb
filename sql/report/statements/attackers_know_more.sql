-- attackers_know_more(release)
-- Whether an attack on a release was run, other than guessing, that knows more of items than the release shows.
--
-- row:    one
-- column: know_more BOOLEAN
-- reads:  published
SELECT count(*) > 0 AS know_more
FROM setrisk_internal.attack_runs($release) AS attacks
WHERE attacks.knowledge <> 'self' AND NOT attacks.is_baseline
