-- attack_runs(release)
-- One row per stored attack on the release, with what its name and its method say.
--
-- row: one per stored attack on the release, with what its name and its method say
-- column: attack VARCHAR
-- column: method VARCHAR
-- column: measure VARCHAR
-- column: by_default BOOLEAN: run with its default parameters
-- column: is_baseline BOOLEAN: it guesses
-- reads: published
SELECT
    stored.attack,
    stored.method,
    stored.measure,
    stored.attack IN (stored.method, stored.method || ' ' || stored.measure) AS by_default,
    methods.is_baseline
FROM setrisk.attack AS stored
JOIN setrisk_internal.attack_methods() AS methods ON methods.method = stored.method
WHERE stored.release = $release
