-- assessed_refusals(release, max_narrowing, max_inference, max_linkability, max_singling_out, known)
-- Why a release may not be published, as far as there are limits on what assessing it finds: the highest risk that it
-- may have is above the limit, or nobody knows whether it is.
--
-- parameter: known: the numbers of known items that it must have been assessed for; NULL for the default
-- row:    one per criterion whose limit it does not keep
-- column: release VARCHAR
-- column: refusal VARCHAR: the criterion
-- column: found DOUBLE?: the upper end of the interval; NULL if it is unknown
-- column: allowed DOUBLE: the limit
-- column: reason VARCHAR: why, in words
-- reads:  originals
WITH criterion_limits AS MATERIALIZED (
    SELECT criteria.criterion, criteria.allowed
    FROM setrisk_internal.criterion_limits(
        $max_narrowing, $max_inference, $max_linkability, $max_singling_out
    ) AS criteria
    WHERE criteria.allowed IS NOT NULL
),
questions AS MATERIALIZED (
    SELECT
        asked_numbers.required,
        asked_numbers.known,
        asked_numbers.people,
        asked_numbers.reconstructions,
        asked_numbers.default_reconstructions,
        asked_numbers.dataset,
        asked_numbers.data_known,
        setrisk_internal.missing_known($known, asked_numbers.known) AS missing,
        array_to_string(
            list_sort(list_distinct(list_concat(asked_numbers.required, asked_numbers.known))), ','
        ) AS numbers
    FROM (
        SELECT
            setrisk_internal.required_known($known) AS required,
            coalesce(assessments.asked_known, []) AS known,
            assessments.people,
            assessments.reconstructions,
            assessments.default_reconstructions,
            releases.dataset,
            coalesce(data_assessments.known, []) AS data_known
        FROM setrisk.release AS releases
        LEFT JOIN setrisk_private.release_assessment AS assessments ON assessments.release = releases.release
        LEFT JOIN (
            SELECT counts.dataset, list(DISTINCT counts.known) AS known
            FROM setrisk_private.assessed_dataset AS counts
            GROUP BY counts.dataset
        ) AS data_assessments ON data_assessments.dataset = releases.dataset
        WHERE releases.release = $release
    ) AS asked_numbers
),
highest_risks AS MATERIALIZED (
    SELECT criterion_risks.*
    FROM setrisk_internal.highest_risks_of_release($release, $known) AS criterion_risks
)
SELECT
    $release AS release,
    judged_limits.criterion AS refusal,
    CASE WHEN judged_limits.reason IS NULL THEN judged_limits.risk_high END AS found,
    judged_limits.allowed,
    coalesce(
        judged_limits.reason,
        -- The widest interval may be that of few guesses, by other known items.
        CASE
            WHEN setrisk_internal.is_above(judged_limits.top_risk, judged_limits.allowed)
                AND NOT judged_limits.is_above_limit
                THEN judged_limits.top_subject || ' has a risk of ' || setrisk_internal.percent(judged_limits.top_risk)
                    || ', and ' || judged_limits.subject || ' one of up to '
                    || setrisk_internal.percent(judged_limits.risk_high) || ' with 95 % confidence ('
                    || setrisk_internal.right_guesses(
                        judged_limits.measured,
                        judged_limits.successes,
                        judged_limits.attempts,
                        judged_limits.other_adversary
                    )
                    || '); the limit is ' || setrisk_internal.limit_percent(judged_limits.allowed)
        END,
        judged_limits.subject || ' has a risk of ' || setrisk_internal.percent(judged_limits.risk)
            || ', and of up to ' || setrisk_internal.percent(judged_limits.risk_high)
            || ' with 95 % confidence ('
            || setrisk_internal.right_guesses(
                judged_limits.measured, judged_limits.successes, judged_limits.attempts, judged_limits.other_adversary
            )
            || '); the limit is ' || setrisk_internal.limit_percent(judged_limits.allowed)
            || CASE
                WHEN judged_limits.is_above_limit THEN ''
                WHEN judged_limits.criterion = 'singling_out'
                    THEN ', and so few guesses do not show that it is kept: run setrisk assess with a larger '
                        || '--control'
                        || CASE WHEN judged_limits.can_ask_more THEN ', or with more --people,' ELSE '' END
                        || ' for more of them; if the release suggests no more descriptions, a lower risk cannot be '
                        || 'shown'
                WHEN judged_limits.can_ask_more
                    THEN ', and too few people were asked about to be sure: run setrisk assess with more --people'
                        || CASE
                            WHEN judged_limits.criterion = 'narrowing' THEN ''
                            ELSE ', or with a larger --control'
                        END
                ELSE ', and there are too few people to be sure: everybody with enough items was asked about'
                    || CASE
                        WHEN judged_limits.criterion = 'narrowing' THEN ''
                        ELSE '; a larger --control may help'
                    END
            END
    ) AS reason
FROM (
    SELECT
        criterion_limits.criterion,
        criterion_limits.allowed,
        highest_risks.risk,
        highest_risks.risk_high,
        highest_risks.top_risk,
        highest_risks.other_adversary,
        highest_risks.attempts,
        highest_risks.successes,
        highest_risks.measured,
        -- A few lucky guesses show no risk; they leave it unknown how high it is.
        setrisk_internal.is_above(highest_risks.risk, criterion_limits.allowed) AND NOT highest_risks.is_row_weak
        AS is_above_limit,
        setrisk_internal.can_ask_more(highest_risks.attempts, questions.people) AS can_ask_more,
        subjects.subject,
        subjects.top_subject,
        -- What is unknown first, so that a limit changes no reason: above it or below, it is unknown.
        CASE
            -- Assessing the release would not help.
            WHEN highest_risks.criterion IS NULL AND criterion_limits.criterion = 'narrowing'
                AND setrisk_internal.numeric_parameter(releases.parameters, 'epsilon') IS NOT NULL
                THEN setrisk_internal.no_narrowing() || ': leave out max_narrowing, and limit the other criteria'
            WHEN NOT EXISTS (SELECT found_risks.criterion FROM highest_risks AS found_risks)
                THEN subjects.criterion || ' is unknown, since it was not assessed: run setrisk assess'
                    || CASE WHEN $known IS NULL THEN '' ELSE ' --known ' || questions.numbers END
            WHEN len(questions.missing) > 0
                THEN subjects.criterion || ' is unknown for attackers who know '
                    || setrisk_internal.numbers_of_items(questions.missing) || ', for whom it was not assessed: run '
                    || 'setrisk assess --known ' || questions.numbers || ', or say by --known which numbers to go by'
                    || subjects.besides
            -- NULL, if it is not known how many there were.
            WHEN criterion_limits.criterion <> 'narrowing'
                AND (questions.reconstructions >= questions.default_reconstructions) IS NOT TRUE
                THEN subjects.criterion || ' is unknown, since the attackers drew '
                    || coalesce('only ' || questions.reconstructions, 'an unknown number of')
                    || ' random reconstructions of the release, and who draws more may be right more often: run '
                    || 'setrisk assess without --reconstructions'
                    || coalesce(', or with ' || questions.default_reconstructions || ' or more', '')
                    || subjects.besides
            WHEN highest_risks.criterion IS NULL AND list_min(questions.known) > 1
                THEN setrisk_internal.no_guess(criterion_limits.criterion, questions.known)
                    || '; run setrisk assess --known 1,' || questions.numbers || ', and go by --known 1 here'
            WHEN highest_risks.criterion IS NULL
                THEN setrisk_internal.no_guess(criterion_limits.criterion, questions.known)
                    || '; nothing can keep a limit on it: leave out max_' || criterion_limits.criterion
                    || ', and limit the others'
            WHEN len(highest_risks.unmeasured) > 0
                THEN setrisk_internal.no_guess(criterion_limits.criterion, highest_risks.unmeasured)
                    || '; go by fewer known items, such as --known '
                    || array_to_string(highest_risks.measured_known, ',') || subjects.besides
            WHEN highest_risks.risk_high IS NULL
                THEN subjects.subject || ' has an unknown risk, since ' || highest_risks.unknown_reason
                    || CASE
                        WHEN highest_risks.unknown_reason = setrisk_internal.foreign_control()
                            THEN '; run setrisk assess with a control of the same population, or without one, so that '
                                || 'people of its own are held out'
                        ELSE ': run setrisk assess with more people who are not in it (--control), or go by fewer '
                            || 'known items, with --known there and here'
                    END
            WHEN highest_risks.is_weak
                THEN setrisk_internal.weak_attacks(
                    criterion_limits.criterion, subjects.unassessed, list_concat(questions.known, questions.data_known)
                )
                    || CASE
                        WHEN subjects.unassessed IS NOT NULL THEN ''
                        WHEN list_max(questions.known) < 8
                            THEN '; run setrisk assess with more known items, such as --known 1..8' || CASE
                                WHEN setrisk_internal.can_ask_more(highest_risks.attempts, questions.people)
                                    THEN ', or with more --people'
                                ELSE ''
                            END
                        WHEN setrisk_internal.can_ask_more(highest_risks.attempts, questions.people)
                            THEN '; run setrisk assess with more --people'
                        ELSE '; nothing can keep a limit on it'
                    END
                    || subjects.besides
        END AS reason
    FROM criterion_limits
    JOIN setrisk.release AS releases ON releases.release = $release
    CROSS JOIN questions
    LEFT JOIN highest_risks ON highest_risks.criterion = criterion_limits.criterion
    CROSS JOIN LATERAL (
        SELECT
            replace(criterion_limits.criterion, '_', ' ') AS criterion,
            CASE
                WHEN len(setrisk_internal.missing_known(highest_risks.measured_known, questions.data_known)) > 0
                    THEN questions.dataset
            END AS unassessed,
            setrisk_internal.risk_in_words(highest_risks.measured, highest_risks.known, highest_risks.choice)
            AS subject,
            setrisk_internal.risk_in_words(
                highest_risks.top_measured, highest_risks.top_known, highest_risks.top_choice
            ) AS top_subject,
            -- To measure more does not help if this is known already.
            CASE
                WHEN setrisk_internal.is_above(highest_risks.risk_high, criterion_limits.allowed)
                    THEN '; what was measured may be up to ' || setrisk_internal.percent(highest_risks.risk_high)
                        || ' already, and the limit is ' || setrisk_internal.limit_percent(criterion_limits.allowed)
                ELSE ''
            END AS besides
    ) AS subjects
) AS judged_limits
WHERE judged_limits.reason IS NOT NULL OR setrisk_internal.is_above(judged_limits.risk_high, judged_limits.allowed)
