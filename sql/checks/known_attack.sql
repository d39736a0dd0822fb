-- known_attack(method, placements := NULL, seed := 0)
-- One row with the name of a method that puts disassociated records together again; an error for any other name, or for
-- numbers that no attack can use.
--
-- column: method VARCHAR
-- reads: nothing
-- duckdb only: error
SELECT
    CASE
        WHEN setrisk_internal.check_at_least('placements', coalesce($placements, 1), 1) < 1 OR setrisk_internal.check_at_least('seed', $seed, 0) < 0 THEN NULL
        WHEN list_contains(['random', 'aba', 'rga', 'mra', 'assignment'], $method) THEN $method
        ELSE error('there is no method ' || coalesce($method, 'NULL') || ' to put records together; there are random, aba, rga, mra, assignment')
    END AS method
