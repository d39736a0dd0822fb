-- known_adversary(adversary)
-- The name of a reading of what an overlap says of a record; an error for any other name.
--
-- row: one
-- column: adversary VARCHAR
-- reads: nothing
-- duckdb only: error
SELECT
    CASE
        WHEN CAST($adversary AS VARCHAR) IN ('worst', 'printed') THEN CAST($adversary AS VARCHAR)
        ELSE error('adversary is ' || coalesce(CAST($adversary AS VARCHAR), 'NULL') || '; it must be worst or printed')
    END AS adversary
