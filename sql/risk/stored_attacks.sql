-- stored_attacks(release)
-- One row per stored attack on the release, with what its name and its method tell.
-- attack, method, measure VARCHAR; by_default BOOLEAN: run with its default parameters; is_luck BOOLEAN: a baseline, which
-- makes no use of what it is given
-- internal
SELECT
    stored.attack,
    stored.method,
    stored.measure,
    stored.attack IN (stored.method, stored.method || ' ' || stored.measure) AS by_default,
    list_contains(setrisk.baselines(), stored.method) AS is_luck
FROM setrisk.attack AS stored
WHERE stored.release = $release
