-- right_guesses(successes BIGINT, attempts BIGINT, adversary VARCHAR) -> VARCHAR
-- How many guesses were right, in words: "3 of 4 guesses by the sharper adversary were right".
--
-- parameter: adversary: whose guesses they were; NULL to leave it out
-- reads: nothing
SELECT $successes || ' of ' || $attempts || CASE WHEN $attempts = 1 THEN ' guess' ELSE ' guesses' END
    || coalesce(' by the ' || $adversary || ' adversary', '')
    || CASE WHEN $attempts = 1 THEN ' was right' ELSE ' were right' END
