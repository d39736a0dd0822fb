-- known_elimination(method, scaled := false, guessing := true)
-- The name of a method of setrisk that attacks generalised releases; an error for any other name, for a method that
-- guesses if `guessing` is false, or if scaled is neither true nor false. What methods of other packages find is in
-- elimination_findings.
--
-- row: one
-- column: method VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN setrisk_internal.check_boolean('scaled', $scaled) IS NULL THEN NULL
        WHEN NOT $guessing AND bool_or(attacks.method = CAST($method AS VARCHAR) AND attacks.is_baseline)
            THEN error(CAST($method AS VARCHAR) || ' guesses: see setrisk.elimination_evaluation for it')
        WHEN bool_or(attacks.method = CAST($method AS VARCHAR)) THEN CAST($method AS VARCHAR)
        ELSE error(
            'there is no elimination method ' || coalesce(CAST($method AS VARCHAR), 'NULL')
            || '; there are ' || string_agg(attacks.method, ', ' ORDER BY attacks.method)
        )
    END AS method
FROM setrisk_internal.attack_methods() AS attacks
WHERE attacks.family = 'generalisation' AND attacks.package = 'setrisk'
