-- assessed_risk(release)
-- What a release gives away. It means the same for every release: of the attacks that fail about
-- people who are not in it, the fraction that succeed about people who are. Narrowing has no
-- attack on others: it is the fraction of the people in the release of whom few of its records may be theirs.
--
-- parameter: release: a release that was assessed in this database
-- row:       one per criterion, number of known items and choice of them
-- column:    criterion VARCHAR: 'narrowing' down to few records, 'inference' of one more item, 'linkability' of two
--     sources about the same people, 'singling_out' of one person by a predicate that the release suggests; if
--     sensitive items were named, 'sensitive_precision' and 'sensitive_recall' of guesses of these
-- column:    known BIGINT, items, >= 1: known items of each person, in each source, or in each predicate
-- column:    choice VARCHAR: which items are known: 'random' ones of the person's, or the 'rarest' of the release
-- column:    risk DOUBLE?, fraction, 0 to 1: (main - control) / (1 - control), at least 0; NULL if nobody outside
--     of the release could be asked about, or nothing was guessed of them
-- column:    risk_low DOUBLE?, fraction, 0 to 1: lower end of its 95 % confidence interval
-- column:    risk_high DOUBLE?, fraction, 0 to 1: upper end
-- column:    is_weak BOOLEAN: whether the attack is right no more often than one that uses nothing that is known: then
--     a low risk may be the fault of the attack, and does not mean that the release is safe
-- column:    sentence VARCHAR: what the row says, in words
-- checks:    known_release($release)
-- checks:    assessed_release($release)
-- reads:     originals
-- page:      assessment.md
-- example:   FROM setrisk.assessed_risk('r2')
WITH rates AS MATERIALIZED (
    SELECT
        0 AS number,
        attacks.criterion,
        attacks.known,
        attacks.choice,
        attacks.attack,
        attacks.k,
        attacks.rate,
        attacks.rate_low,
        attacks.rate_high
    FROM setrisk.assessment($release) AS attacks
<<<<<<< HEAD
),
rates AS (
    SELECT
        mains.criterion,
        mains.known,
        mains.choice,
        mains.k,
        mains.rate AS main,
        mains.rate_low AS main_low,
        mains.rate_high AS main_high,
        controls.rate AS control,
        controls.rate_low AS control_low,
        naives.rate AS naive,
        -- Where too few have a sensitive item, nothing is guessed without what is known: to guess at all is more.
        mains.criterion <> 'narrowing'
        AND coalesce(mains.rate <= naives.rate, mains.criterion <> 'sensitive_precision') AS is_weak,
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
    FROM (SELECT attacks.* FROM attacks WHERE attacks.attack = 'main') AS mains
    LEFT JOIN (SELECT attacks.* FROM attacks WHERE attacks.attack = 'control') AS controls
        ON controls.criterion = mains.criterion AND controls.known = mains.known AND controls.choice = mains.choice
    LEFT JOIN (SELECT attacks.* FROM attacks WHERE attacks.attack = 'naive') AS naives
        ON naives.criterion = mains.criterion AND naives.known = mains.known AND naives.choice = mains.choice
)
SELECT
    rates.criterion,
    rates.known,
    rates.choice,
    CASE
        WHEN rates.criterion = 'narrowing' THEN rates.main
        -- What is always right about others too leaves nothing to gain.
        WHEN rates.control = 1 THEN 0
        WHEN rates.control < 1 THEN greatest((rates.main - rates.control) / (1 - rates.control), 0)
    END AS risk,
    CASE
        WHEN rates.criterion = 'narrowing' THEN rates.main_low
        WHEN rates.control = 1 THEN 0
        WHEN rates.control < 1 THEN greatest(coalesce(1 - rates.highest_ratio, 0), 0)
    END AS risk_low,
    CASE
        WHEN rates.criterion = 'narrowing' THEN rates.main_high
        WHEN rates.control = 1 THEN greatest(rates.main_high - rates.control_low, 0)
        WHEN rates.control < 1 THEN greatest(least(coalesce(1 - rates.lowest_ratio, 1), 1), 0)
    END AS risk_high,
    rates.is_weak,
    CASE rates.criterion
        WHEN 'narrowing'
            THEN 'of 100 people of whom someone knows ' || setrisk_internal.items_in_words(rates.known, rates.choice)
                || ', ' || setrisk_internal.people_of_100(rates.main) || ' would be left with fewer than ' || rates.k
                || ' records that may be theirs'
        WHEN 'inference'
            THEN 'of 100 people of whom someone knows ' || setrisk_internal.items_in_words(rates.known, rates.choice)
                || ', ' || setrisk_internal.people_of_100(rates.main) || ' would have one more guessed right'
        WHEN 'linkability'
            THEN 'of 100 people of whom two sources know ' || setrisk_internal.items_in_words(rates.known, rates.choice)
                || ' each, ' || setrisk_internal.people_of_100(rates.main) || ' would be recognised as the same person'
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
    || coalesce('; without being in this release it would be ' || setrisk_internal.people_of_100(rates.control), '')
    || CASE
        WHEN rates.is_weak
            THEN '. The attack is too weak to say anything: without what is known it would be '
                || coalesce(setrisk_internal.people_of_100(rates.naive), 'as many')
        ELSE ''
    END AS sentence
FROM rates
=======
)
SELECT
    risks.criterion,
    risks.known,
    risks.choice,
    risks.risk,
    risks.risk_low,
    risks.risk_high,
    risks.is_weak,
    risks.sentence
FROM setrisk_internal.risks_of_rates('rates') AS risks
>>>>>>> 390670b (The gate takes limits on what assessing a release finds, and refuses what nobody measured)
