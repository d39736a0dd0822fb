-- membership_audit(release)
-- How well a noisy histogram reveals whether a person is in the data. It compares
-- many releases by the same method with the person and without. The intervals of all people hold together.
--
-- parameter: release: a release whose membership was audited in this database
-- row:       one per person who was attacked
-- column:    tid BIGINT, >= 1: the person's transaction in the data that were released
-- column:    occurrences BIGINT, transactions, >= 1: transactions with exactly the person's items
-- column:    event VARCHAR: what the attack takes for a sign that the person is in the data
-- column:    releases BIGINT, releases, >= 2: releases that were drawn with the person, and as many without; half of
--     them choose the sign, the others count how often it is right
-- column:    member_rate DOUBLE, fraction, 0 to 1: how often the sign is there in releases with the person
-- column:    outsider_rate DOUBLE, fraction, 0 to 1: how often it is there in releases without
-- column:    advantage DOUBLE, -1 to 1: member_rate - outsider_rate; negative only by chance
-- column:    advantage_low DOUBLE, -1 to 1: lower end of its 95 % confidence interval, by Clopper and Pearson
-- column:    advantage_high DOUBLE, -1 to 1: upper end
-- column:    allowed_advantage DOUBLE, fraction, 0 to 1: what epsilon allows at most, (e^epsilon - 1) / (e^epsilon +
--     1)
-- column:    is_accused BOOLEAN: whether advantage_low is above that; then the method spends more epsilon than it
--     claims
-- column:    sentence VARCHAR: what the row says, in words
-- checks:    known_release($release)
-- checks:    audited_membership($release)
-- reads:     originals
-- source:    Kairouz et al. 2015; Humphries et al. 2023
-- page:      histogram.md
-- example:   FROM setrisk.membership_audit('r4')
WITH persons AS (
    SELECT
        found_people.*,
        found_people.member_rate - found_people.outsider_rate AS advantage,
        -- The same as in the header, of numbers that are not too large for large epsilons.
        (1 - exp(-epsilons.epsilon)) / (1 + exp(-epsilons.epsilon)) AS allowed_advantage
    FROM (
        SELECT people.*
        FROM setrisk_private.audited_person AS people
        WHERE people.release = $release
    ) AS found_people
    JOIN (
        SELECT releases.release, setrisk_internal.numeric_parameter(releases.parameters, 'epsilon') AS epsilon
        FROM setrisk.release AS releases
    ) AS epsilons ON epsilons.release = found_people.release
)
SELECT
    persons.tid,
    persons.occurrences,
    persons.event,
    persons.releases,
    persons.member_rate,
    persons.outsider_rate,
    persons.advantage,
    persons.advantage_low,
    persons.advantage_high,
    persons.allowed_advantage,
    persons.advantage_low > persons.allowed_advantage AS is_accused,
    'of 100 releases with this person, ' || setrisk_internal.people_of_100(persons.member_rate)
    || ' are taken for releases with the person; of 100 releases without, '
    || setrisk_internal.people_of_100(persons.outsider_rate)
    || '; epsilon allows a difference of ' || setrisk_internal.people_of_100(persons.allowed_advantage)
    || CASE
        WHEN persons.advantage_low <= 0
            THEN '. This attack finds no difference, which does not prove that there is none'
        ELSE ''
    END AS sentence
FROM persons
