-- known_attack(method, placements := NULL, seed := 0)
-- The name of a method that reassociates disassociated records; an error for any other name, or for parameters that no
-- such method can use.
--
-- row: one
-- column: method VARCHAR
-- reads: nothing
-- duckdb only: error
SELECT
    CASE
        WHEN setrisk_internal.check_at_least('placements', coalesce($placements, 1), 1) < 1
            OR setrisk_internal.check_at_least('seed', $seed, 0) < 0
            THEN NULL
        WHEN list_contains(['random', 'aba', 'rga', 'mra', 'assignment'], $method) THEN $method
        ELSE error(
            'there is no reassociation method ' || coalesce($method, 'NULL')
            || '; there are random, aba, rga, mra and assignment'
        )
    END AS method
