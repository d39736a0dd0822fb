-- attack_runs(release)
-- The stored attacks on a release, and whether each was run with its default parameters.
--
-- row: one per stored attack on the release
-- column: attack VARCHAR: the name of the attack
-- column: method VARCHAR
-- column: knowledge VARCHAR: the attacker's semantic knowledge
-- column: by_default BOOLEAN: whether it was run with the default parameters of its method
-- column: is_baseline BOOLEAN: whether it only guesses
-- column: draws BIGINT?, draws, >= 1: how often it was to guess; NULL for other attacks
-- reads: published
SELECT
    attacks.attack,
    attacks.method,
    attacks.knowledge,
    coalesce(attacks.by_default, false) AS by_default,
    methods.is_baseline,
    CASE
        WHEN methods.is_baseline THEN CAST(setrisk_internal.numeric_parameter(attacks.parameters, 'draws') AS BIGINT)
    END AS draws
FROM setrisk.attack_run AS attacks
JOIN setrisk_internal.attack_methods() AS methods ON methods.method = attacks.method
WHERE attacks.release = $release
