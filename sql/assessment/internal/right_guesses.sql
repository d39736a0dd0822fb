-- right_guesses(criterion VARCHAR, successes BIGINT, attempts BIGINT, adversary VARCHAR) -> VARCHAR
-- How many guesses were right, in words: "3 of 4 guesses by the sharper adversary were right"; of narrowing, how many
-- people are narrowed down.
--
-- parameter: criterion: narrowing, inference, linkability, singling_out, sensitive_precision or sensitive_recall
-- parameter: adversary: whose guesses they were; NULL to leave it out
-- reads: nothing
SELECT $successes || ' of ' || $attempts || CASE
    WHEN $criterion = 'narrowing' THEN CASE WHEN $attempts = 1 THEN ' person' ELSE ' people' END
    WHEN $criterion = 'sensitive_recall'
        THEN CASE WHEN $attempts = 1 THEN ' person' ELSE ' people' END
            || coalesce(' by the ' || $adversary || ' adversary', '')
    ELSE CASE WHEN $attempts = 1 THEN ' guess' ELSE ' guesses' END
        || coalesce(' by the ' || $adversary || ' adversary', '')
        || CASE WHEN $attempts = 1 THEN ' was right' ELSE ' were right' END
END
