-- serial_risk(release, attack := NULL)
-- One row per person's record of a serial release and attack, for its owner: does an adversary who knows the person's
-- non-private items, and in which releases the person is, believe more of a private term than the release promises?
-- Attack 'none' is what the release tells without any other.
-- attack: this one alone, or all where it is NULL.
-- record BIGINT; attack VARCHAR; at_risk BOOLEAN; score DOUBLE in [0, 1]: the belief; evidence VARCHAR; candidates BIGINT:
-- NULL, since nobody is looked for among others
-- internal
SELECT
    found.record,
    found.attack,
    found.at_risk,
    coalesce(found.posterior, 0) AS score,
    CASE
        WHEN found.item IS NULL THEN 'no private term can be this person''s'
        ELSE 'who knows the other items of this person believes {' || setrisk.quoted(found.item) || '} with '
            || setrisk.percent(found.posterior) || coalesce(' after ' || found.through, '')
            || ' (this release alone: ' || setrisk.percent(found.prior) || ', population: '
            || setrisk.percent(found.population_rate) || ', promised: at most ' || setrisk.percent(found.allowed) || ')'
    END AS evidence,
    CAST(NULL AS BIGINT) AS candidates
FROM setrisk.record_risks($release, attack := $attack) AS found
