-- known_attack(method)
-- One row with the name of a method that puts disassociated records together again; an error for any other name.
-- method VARCHAR
-- internal
-- duckdb only: error
SELECT
    CASE
        WHEN list_contains(['random', 'aba', 'rga', 'mra', 'assignment'], $method) THEN $method
        ELSE error('there is no method ' || coalesce($method, 'NULL') || ' to put records together; there are random, aba, rga, mra, assignment')
    END AS method
