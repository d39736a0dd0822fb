-- assessed_scope(release)
-- What an assessment of a release is about.
--
-- row:    one, or none if the release was not assessed
-- column: scope VARCHAR: a part of a sentence
-- column: asked_known BIGINT[]: the numbers of known items that were asked about
-- reads:  originals
SELECT
    'it was assessed for attackers who know ' || setrisk_internal.numbers_of_items(any_value(questions.asked_known))
    || ' of a person, and for no others; '
    || coalesce('narrowed down means fewer than ' || max(attacks.k) || ' records; ', '')
    || CASE
        WHEN count(*) FILTER (WHERE starts_with(attacks.criterion, 'sensitive')) > 0
            THEN 'inference is that of any item, or of a sensitive one if that is worse; '
        ELSE ''
    END
    || coalesce('the people said to be in it are those of ' || any_value(questions.members) || '; ', '')
    || coalesce(
        'those who are not in it are the people of ' || any_value(questions.control)
            || ', as good as that data set was chosen',
        'those who are not in it are a fifth of its own people, without whom it was made again'
    ) AS scope,
    any_value(questions.asked_known) AS asked_known
FROM setrisk_private.assessed_attack AS attacks
JOIN setrisk_private.release_assessment AS questions ON questions.release = attacks.release
WHERE attacks.release = $release
HAVING count(*) > 0
