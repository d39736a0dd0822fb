-- few_in_words(criterion VARCHAR, successes BIGINT, attempts BIGINT, others_right BIGINT, others BIGINT) -> VARCHAR
-- How many guesses a sentence about a hundred people rests on, in words; NULL if they are enough: 30 about people in
-- the release and 30 about others, or 100 descriptions that single out.
--
-- parameter: others_right: successes about people who are not in the release
-- parameter: others: attempts about these; NULL if there is no attack on them
-- reads: nothing
SELECT CASE
    WHEN $attempts < CASE WHEN $criterion = 'singling_out' THEN 100 ELSE 30 END OR $others < 30
        THEN setrisk_internal.right_guesses($criterion, $successes, $attempts, NULL)
            -- The control of singling out is not what was counted, but that of as many people as are in the release.
            || CASE
                WHEN $criterion <> 'singling_out' AND $others > 0
                    THEN ', and ' || $others_right || ' of ' || $others || ' about others'
                ELSE ''
            END
END
