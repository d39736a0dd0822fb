-- release_assessed_for(release)
-- What an assessment of a release is about.
--
-- row:    one, or none if the release was not assessed
-- column: assessed_for VARCHAR: a part of a sentence
-- column: asked_known BIGINT[]: the numbers of known items that were asked about
-- reads:  originals
WITH questions_without_guess AS (
    SELECT
        string_agg(
            replace(criteria.criterion, '_', ' ') || ' by ' || setrisk_internal.numbers_of_items(criteria.numbers),
            ', of ' ORDER BY criteria.criterion
        ) AS named
    FROM (
        SELECT questions.criterion, list(questions.known ORDER BY questions.known) AS numbers
        FROM (
            SELECT
                unnest(['inference', 'linkability', 'singling_out']) AS criterion,
                assessments.known
            FROM (
                SELECT unnest(release_assessments.asked_known) AS known
                FROM setrisk_private.release_assessment AS release_assessments
                WHERE release_assessments.release = $release
            ) AS assessments
        ) AS questions
        ANTI JOIN setrisk_private.assessed_attack AS guesses
            ON guesses.release = $release AND guesses.criterion = questions.criterion
                AND guesses.known = questions.known
        GROUP BY questions.criterion
    ) AS criteria
)
SELECT
    'it was assessed for attackers who know ' || setrisk_internal.numbers_of_items(any_value(questions.asked_known))
    || ' of a person, and for no others; '
    -- What was asked and could not be guessed looks like nothing at all elsewhere.
    || coalesce('no guess could be made of ' || any_value(questions_without_guess.named) || '; ', '')
    -- Records that are published as they are leave nothing to draw.
    || CASE
        WHEN any_value(releases.family) = 'histogram' THEN ''
        ELSE coalesce(
            'these attackers drew ' || any_value(questions.reconstructions) || ' random '
            || CASE WHEN any_value(questions.reconstructions) = 1 THEN 'reconstruction' ELSE 'reconstructions' END
            || ' of it, and who draws more may be right more often; ',
            ''
        )
    END
    || coalesce('narrowed down means fewer than ' || max(attacks.k) || ' records; ', '')
    || CASE
        WHEN count(*) FILTER (WHERE attacks.criterion = 'linkability') > 0
            THEN 'linkability is that of recognising a person among at most ' || least(
                max(attacks.attempts) FILTER (WHERE attacks.criterion = 'linkability' AND attacks.variant = 'main'),
                max(attacks.attempts) FILTER (WHERE attacks.criterion = 'linkability' AND attacks.variant = 'control'),
                setrisk_internal.most_choices()
            ) || '; '
        ELSE ''
    END
    || CASE
        WHEN count(*) FILTER (WHERE starts_with(attacks.criterion, 'sensitive')) > 0
            THEN 'inference is that of any item, or of a sensitive one if that is worse; '
        ELSE ''
    END
    || coalesce('the people in it are said to be those of ' || any_value(questions.members) || '; ', '')
    || coalesce(
        'for comparison there are the people of ' || any_value(questions.control)
            || ', and the result is only as good as that choice',
        'for comparison, a fifth of its people were left out when it was made again'
    ) AS assessed_for,
    any_value(questions.asked_known) AS asked_known
FROM setrisk_private.assessed_attack AS attacks
JOIN setrisk_private.release_assessment AS questions ON questions.release = attacks.release
JOIN setrisk.release AS releases ON releases.release = attacks.release
CROSS JOIN questions_without_guess
WHERE attacks.release = $release
HAVING count(*) > 0
