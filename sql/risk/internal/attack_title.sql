-- attack_title(attack VARCHAR, is_baseline BOOLEAN, draws BIGINT) -> VARCHAR
-- What to call an attack in a sentence.
--
-- parameter: draws: of a baseline, how many draws its numbers are means of
-- reads: nothing
SELECT CASE
    WHEN $attack = 'none' THEN 'the release as it is'
    WHEN $is_baseline THEN 'guessing (' || $attack || ', mean of ' || $draws || ' draws)'
    ELSE $attack
END
