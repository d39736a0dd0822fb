-- known_adversary(adversary)
-- The name of a reading of what an overlap says of a record; an error for any other name.
--
-- row: one
-- column: adversary VARCHAR
-- reads: nothing
-- duckdb only: error
SELECT
    CASE
        WHEN list_contains(['worst', 'printed'], $adversary) THEN $adversary
        ELSE error('adversary is ' || coalesce($adversary, 'NULL') || '; it must be worst or printed')
    END AS adversary
