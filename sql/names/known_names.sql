-- known_names(release, measure)
-- The two names, a row each; an error where either is not known.
-- name VARCHAR
-- internal
SELECT releases.release AS name FROM setrisk.known_release($release) AS releases
UNION ALL
SELECT measures.measure AS name FROM setrisk.known_measure($measure) AS measures
