-- stored_attacks(release)
-- One row per stored attack on the release, with what its name and its method say.
-- attack, method, measure VARCHAR; by_default BOOLEAN: run with its default parameters; is_baseline BOOLEAN: it guesses
-- internal
SELECT
    stored.attack,
    stored.method,
    stored.measure,
    stored.attack IN (stored.method, stored.method || ' ' || stored.measure) AS by_default,
    methods.is_baseline
FROM setrisk.attack AS stored
JOIN setrisk.attack_methods() AS methods ON methods.method = stored.method
WHERE stored.release = $release
