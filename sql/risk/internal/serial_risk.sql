-- serial_risk(release, attacks := NULL)
-- The risk of each person's record of a serial release by each attack. Can an attacker who knows the person's non-
-- sensitive items, and which releases the person is in, believe more of a sensitive item than the release promises?
-- Attack 'none' uses this release alone.
--
-- parameter: attacks: return only these, of which one may be 'none'; NULL for all
-- row: one per record of a person and attack, for the owner of the release; counterfeit records have none
-- column: record BIGINT, >= 1
-- column: tid BIGINT, >= 1
-- column: attack VARCHAR
-- column: at_risk BOOLEAN
-- column: score DOUBLE, fraction, 0 to 1: the belief in the term that is believed most against what is promised
-- column: evidence VARCHAR: that belief, and what it is compared with, in words
-- column: candidates BIGINT?: always NULL, because the attacks do not look for a person's record
-- reads: originals
SELECT
    beliefs.record,
    beliefs.tid,
    beliefs.attack,
    beliefs.at_risk,
    coalesce(beliefs.posterior, 0) AS score,
    CASE
        WHEN beliefs.item IS NULL THEN 'the attack says nothing about this person'
        ELSE 'knowing the other items of this person gives a belief of ' || setrisk_internal.percent(beliefs.posterior)
            || ' in {' || setrisk_internal.quoted(beliefs.item) || '}'
            || coalesce(' after ' || beliefs.strongest_release, '')
            || ' (this release alone: ' || setrisk_internal.percent(beliefs.prior) || ', population: '
            || setrisk_internal.percent(beliefs.population_rate) || ', promised: at most '
            || setrisk_internal.percent(beliefs.allowed_belief) || ')'
    END AS evidence,
    CAST(NULL AS BIGINT) AS candidates
FROM setrisk_internal.record_risks($release, attacks := $attacks) AS beliefs
