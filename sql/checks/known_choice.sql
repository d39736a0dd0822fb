-- known_choice(choice)
-- How the items that someone knows are chosen; an error for any other word.
--
-- row: one
-- column: choice VARCHAR
-- reads: nothing
-- duckdb only: error
SELECT
    CASE
        WHEN CAST($choice AS VARCHAR) IN ('random', 'rarest') THEN CAST($choice AS VARCHAR)
        ELSE error('choice is ' || coalesce(CAST($choice AS VARCHAR), 'NULL') || '; it must be random or rarest')
    END AS choice
