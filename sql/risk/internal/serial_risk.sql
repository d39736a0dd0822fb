-- serial_risk(release, attack := NULL)
-- One row per person's record of a serial release and attack, for its owner: does an adversary who knows the person's
-- non-private items, and in which releases the person is, believe more of a private term than the release promises?
-- Attack 'none' is what the release tells without any other. attack: this one alone, or all where it is NULL.
--
-- row: one per person's record of a serial release and attack, for its owner
-- column: record BIGINT
-- column: attack VARCHAR
-- column: at_risk BOOLEAN
-- column: score DOUBLE, 0 to 1: the belief
-- column: evidence VARCHAR
-- column: candidates BIGINT?: NULL, since nobody is looked for among others
-- reads: originals
SELECT
    found.record,
    found.attack,
    found.at_risk,
    coalesce(found.posterior, 0) AS score,
    CASE
        WHEN found.item IS NULL THEN 'no private term can be this person''s'
        ELSE 'who knows the other items of this person believes {' || setrisk_internal.quoted(found.item) || '} with '
            || setrisk_internal.percent(found.posterior) || coalesce(' after ' || found.through, '')
            || ' (this release alone: ' || setrisk_internal.percent(found.prior) || ', population: '
            || setrisk_internal.percent(found.population_rate) || ', promised: at most ' || setrisk_internal.percent(found.allowed) || ')'
    END AS evidence,
    CAST(NULL AS BIGINT) AS candidates
FROM setrisk_internal.record_risks($release, attack := $attack) AS found
