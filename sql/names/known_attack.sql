-- known_attack(method, placements := NULL, seed := 0)
-- One row with the name of a method that puts disassociated records together again; an error for any other name, or for
-- numbers that no attack can use.
-- method VARCHAR
-- internal
-- duckdb only: error
SELECT
    CASE
        WHEN $placements < 1 THEN error('placements is ' || $placements || '; it must be at least 1')
        WHEN coalesce($seed, -1) < 0 THEN error('seed is ' || coalesce(CAST($seed AS VARCHAR), 'NULL') || '; it must be at least 0')
        WHEN list_contains(['random', 'aba', 'rga', 'mra', 'assignment'], $method) THEN $method
        ELSE error('there is no method ' || coalesce($method, 'NULL') || ' to put records together; there are random, aba, rga, mra, assignment')
    END AS method
