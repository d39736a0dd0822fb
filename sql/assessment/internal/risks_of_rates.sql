-- risks_of_rates(source)
-- What releases give away, of how often attacks on them were right, as assessed_risk shows it: by the adversary who
-- gains more. Nothing shows that an unknown gain is less. The upper end is the higher one, whoever gains more, so
-- that a second adversary loosens no limit.
--
-- parameter: source: the name of a CTE of the caller with number, criterion, known, choice, adversary, variant,
--     attempts, successes, k, rate, rate_low, rate_high, sure_low and sure_high, as in attack_rates; subject, what
--     people are in, in words; and is_control_given, whether the control are people of another data set
-- row:       one per number, criterion, number of known items and choice of them
-- column:    number INTEGER, >= 0: of the release
-- column:    criterion VARCHAR
-- column:    known BIGINT, items, >= 1
-- column:    choice VARCHAR
-- column:    adversary VARCHAR
-- column:    risk DOUBLE?, fraction, 0 to 1
-- column:    risk_low DOUBLE?, fraction, 0 to 1
-- column:    risk_high DOUBLE?, fraction, 0 to 1
-- column:    is_weak BOOLEAN
-- column:    unknown_reason VARCHAR?: why the risk is NULL, in words
-- column:    other_adversary VARCHAR?: the adversary with the highest upper end, if it is not the one who gains more
-- column:    attempts BIGINT, attempts, >= 1: of the main attack of the one with the highest upper end
-- column:    successes BIGINT, attempts, >= 0: of that attack
-- column:    said VARCHAR: in words, of the adversary who is shown
-- column:    comparison VARCHAR: in words, what an attack that is weak has not surpassed
-- reads:     nothing, $source: originals
-- duckdb only: query_table
WITH attacks AS MATERIALIZED (
    SELECT
        attacks.number,
        attacks.criterion,
        attacks.known,
        attacks.choice,
        attacks.adversary,
        attacks.variant,
        attacks.attempts,
        attacks.successes,
        attacks.k,
        attacks.rate,
        attacks.rate_low,
        attacks.rate_high,
        attacks.sure_low,
        attacks.sure_high,
        attacks.subject,
        attacks.is_control_given
    FROM query_table($source) AS attacks
),
compared_rates AS (
    SELECT
        mains.number,
        mains.criterion,
        mains.known,
        mains.choice,
        mains.adversary,
        mains.attempts,
        mains.successes,
        mains.k,
        mains.subject,
        mains.rate AS main,
        mains.rate_low AS main_low,
        mains.rate_high AS main_high,
        controls.rate AS control,
        controls.rate_low AS control_low,
        controls.attempts AS control_attempts,
        controls.successes AS control_successes,
        naives.rate AS naive,
        -- People who are held out are of the same population. A control of another one hides a risk wherever it is
        -- compared with, and shows in one attack or another.
        mains.criterion <> 'narrowing' AND mains.is_control_given
        AND bool_or(coalesce(controls.sure_low > mains.sure_high, false)) OVER (PARTITION BY mains.number)
        AS is_foreign,
        -- Where too few have a sensitive item, nothing is guessed without what is known: to guess at all is more.
        mains.criterion <> 'narrowing'
        AND CASE
            WHEN naives.rate IS NULL THEN mains.criterion <> 'sensitive_precision'
            ELSE coalesce(
                setrisk_internal.excess_ratio(
                    1 - mains.rate,
                    1 - setrisk_internal.rate_low(mains.successes, mains.attempts, mains.z),
                    1 - naives.rate,
                    setrisk_internal.rate_low(naives.attempts - naives.successes, naives.attempts, mains.z),
                    1
                ) >= 1,
                true
            )
        END AS is_like_naive,
        -- A main attack that is worse than the control is no better known than one that is as good.
        setrisk_internal.excess_ratio(
            1 - greatest(mains.rate, controls.rate),
            greatest(1 - mains.rate_high - greatest(controls.rate - mains.rate, 0), 0),
            1 - controls.rate,
            1 - controls.rate_low,
            -1
        ) AS lowest_ratio,
        setrisk_internal.excess_ratio(
            1 - mains.rate, 1 - mains.rate_low, 1 - controls.rate, 1 - controls.rate_high, 1
        ) AS highest_ratio
    FROM (
        SELECT
            attacks.*,
            -- A few right guesses more may be chance, and of many attacks one has them: so that chance makes one of all
            -- attacks by a criterion look better than naive in one of twenty assessments.
            setrisk_internal.normal_quantile(
                0.05 / count(*) OVER (PARTITION BY attacks.number, attacks.criterion)
            ) AS z
        FROM attacks
        WHERE attacks.variant = 'main'
    ) AS mains
    LEFT JOIN (SELECT attacks.* FROM attacks WHERE attacks.variant = 'control') AS controls
        ON controls.number = mains.number AND controls.criterion = mains.criterion
            AND controls.known = mains.known AND controls.choice = mains.choice
            AND controls.adversary = mains.adversary
    LEFT JOIN (SELECT attacks.* FROM attacks WHERE attacks.variant = 'naive') AS naives -- the same for both adversaries
        ON naives.number = mains.number AND naives.criterion = mains.criterion
            AND naives.known = mains.known AND naives.choice = mains.choice
),
judged_rates AS (
    SELECT
        rates.number,
        rates.criterion,
        rates.known,
        rates.choice,
        rates.adversary,
        rates.attempts,
        rates.successes,
        CASE
            WHEN rates.criterion = 'narrowing' THEN rates.main
            WHEN rates.is_foreign THEN NULL
            -- What is always right about others too leaves nothing to gain.
            WHEN rates.control = 1 THEN 0
            WHEN rates.control < 1 THEN greatest((rates.main - rates.control) / (1 - rates.control), 0)
        END AS risk,
        CASE
            WHEN rates.criterion = 'narrowing' THEN rates.main_low
            WHEN rates.is_foreign THEN NULL
            WHEN rates.control = 1 THEN 0
            WHEN rates.control < 1 THEN greatest(coalesce(1 - rates.highest_ratio, 0), 0)
        END AS risk_low,
        CASE
            WHEN rates.criterion = 'narrowing' THEN rates.main_high
            WHEN rates.is_foreign THEN NULL
            -- A control that is always right, and of enough people: nearly everybody can be guessed right without the
            -- release, and the risk of the others is unknown, but they are few.
            WHEN rates.control = 1 AND rates.control_low >= 0.95 THEN greatest(rates.main_high - rates.control_low, 0)
            WHEN rates.control = 1
                THEN greatest(least((rates.main_high - rates.control_low) / (1 - rates.control_low), 1), 0)
            WHEN rates.control < 1 THEN greatest(least(coalesce(1 - rates.lowest_ratio, 1), 1), 0)
        END AS risk_high,
        -- If one adversary is right more often, it is known what attacks can do, and the other may gain more all the
        -- same: guesses that are right less often may be right about people in the release alone. Of sensitive items so
        -- few guesses are made that those about others count, too: a lucky one more shows no attack that works.
        bool_and(rates.is_like_naive OR rates.is_like_control) OVER same_question AS is_weak,
        CASE
            WHEN rates.criterion = 'narrowing' THEN NULL
            WHEN rates.is_foreign THEN setrisk_internal.foreign_control()
            WHEN rates.control IS NULL THEN setrisk_internal.no_control(rates.criterion)
        END AS unknown_reason,
        setrisk_internal.few_in_words(
            rates.criterion, rates.successes, rates.attempts, rates.control_successes, rates.control_attempts
        ) AS few,
        CASE rates.criterion
            WHEN 'narrowing'
                THEN 'of 100 people of whom someone knows '
                    || setrisk_internal.items_in_words(rates.known, rates.choice) || ', '
                    || setrisk_internal.people_of_100(rates.main) || ' would be left with fewer than ' || rates.k
                    || ' records that may be theirs'
            WHEN 'inference'
                THEN 'of 100 people of whom someone knows '
                    || setrisk_internal.items_in_words(rates.known, rates.choice) || ', '
                    || setrisk_internal.people_of_100(rates.main) || ' would have one more guessed right'
            WHEN 'linkability'
                THEN 'of 100 people of whom two sources know '
                    || setrisk_internal.items_in_words(rates.known, rates.choice) || ' each, '
                    || setrisk_internal.people_of_100(rates.main) || ' would be recognised as the same person among '
                    || least(rates.attempts, rates.control_attempts, setrisk_internal.most_choices())
            WHEN 'sensitive_precision'
                THEN 'of 100 guesses of a sensitive item of people of whom someone knows '
                    || setrisk_internal.items_in_words(rates.known, rates.choice) || ', '
                    || setrisk_internal.people_of_100(rates.main) || ' would be right'
            WHEN 'sensitive_recall'
                THEN 'of 100 people with a sensitive item of whom someone knows '
                    || setrisk_internal.items_in_words(rates.known, rates.choice) || ', '
                    || setrisk_internal.people_of_100(rates.main) || ' would have one guessed right'
            ELSE 'of 100 guesses that exactly one person has ' || setrisk_internal.items_in_words(rates.known, 'these')
                || ', ' || setrisk_internal.people_of_100(rates.main) || ' would be right'
        END
        || coalesce(
            '; without being in ' || rates.subject || ' it would be '
            || setrisk_internal.people_of_100(rates.control),
            ''
        )
        || CASE
            WHEN rates.is_foreign
                THEN '; ' || setrisk_internal.foreign_control() || ', so that the risk is unknown'
            ELSE ''
        END AS said,
        CASE
            WHEN rates.is_like_naive
                THEN 'without what is known it would be '
                    || coalesce(setrisk_internal.people_of_100(rates.naive), 'as many')
                    || CASE WHEN rates.main > rates.naive THEN ', and the difference may be chance' ELSE '' END
            WHEN rates.main > rates.control THEN 'what it has in advance of guesses about others may be chance'
            ELSE 'guesses about others were right as often'
        END AS comparison
    FROM (
        SELECT
            compared_rates.*,
            starts_with(compared_rates.criterion, 'sensitive')
            AND coalesce(compared_rates.main <= compared_rates.control OR compared_rates.highest_ratio >= 1, false)
            AS is_like_control
        FROM compared_rates
    ) AS rates
    WINDOW same_question AS (PARTITION BY rates.number, rates.criterion, rates.known, rates.choice)
)
SELECT
    risks.number,
    risks.criterion,
    risks.known,
    risks.choice,
    risks.adversary,
    risks.risk,
    risks.risk_low,
    CASE WHEN risks.risk IS NOT NULL THEN risks.highest_end END AS risk_high,
    risks.is_weak,
    risks.unknown_reason,
    nullif(risks.highest_adversary, risks.adversary) AS other_adversary,
    risks.most_attempts AS attempts,
    risks.most_successes AS successes,
    risks.said
        -- A hundred people of a sentence may stand for three guesses.
        || coalesce(
            '; ' || risks.few
            || coalesce(
                ', so few that the risk may be anything from ' || setrisk_internal.percent(risks.risk_low) || ' to '
                || setrisk_internal.percent(risks.highest_end),
                ''
            ),
            '; by the ' || nullif(risks.highest_adversary, risks.adversary) || ' adversary ' || risks.highest_few
            || ', so few that the risk may be up to ' || setrisk_internal.percent(risks.highest_end),
            ''
        ) AS said,
    risks.comparison
FROM (
    SELECT
        judged_rates.*,
        max(judged_rates.risk_high) OVER (
            PARTITION BY judged_rates.number, judged_rates.criterion, judged_rates.known, judged_rates.choice
        ) AS highest_end,
        first_value(judged_rates.attempts) OVER highest AS most_attempts,
        first_value(judged_rates.successes) OVER highest AS most_successes,
        first_value(judged_rates.adversary) OVER highest AS highest_adversary,
        first_value(judged_rates.few) OVER highest AS highest_few,
        row_number() OVER (
            PARTITION BY judged_rates.number, judged_rates.criterion, judged_rates.known, judged_rates.choice
            ORDER BY judged_rates.risk DESC NULLS FIRST, judged_rates.adversary DESC
        ) AS place
    FROM judged_rates
    WINDOW highest AS (
        PARTITION BY judged_rates.number, judged_rates.criterion, judged_rates.known, judged_rates.choice
        ORDER BY judged_rates.risk_high DESC NULLS LAST, judged_rates.risk DESC, judged_rates.adversary DESC
    )
) AS risks
WHERE risks.place = 1
