-- known_attack(method, anchors := NULL, seed := 0)
-- The name of a method of setrisk that reassociates disassociated records; an error for any other name, or for
-- parameters that no such method can use. What methods of other packages find is in reassociation_findings.
--
-- row: one
-- column: method VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN setrisk_internal.check_at_least('anchors', coalesce($anchors, 1), 1) < 1
            OR setrisk_internal.check_at_least('seed', $seed, 0) < 0
            THEN NULL
        WHEN bool_or(attacks.method = $method) THEN $method
        ELSE error(
            'there is no reassociation method ' || coalesce($method, 'NULL')
            || '; there are ' || string_agg(attacks.method, ', ' ORDER BY attacks.method)
        )
    END AS method
FROM setrisk_internal.attack_methods() AS attacks
WHERE attacks.family = 'disassociation' AND attacks.package = 'setrisk'
