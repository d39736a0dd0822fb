-- elimination_beliefs(release)
-- The eliminated members, with how sure the attacker is of each. The belief is the chance that the member was
-- really added, as the attacker has learnt on releases of its own; setrisk calibrate learns it.
--
-- parameter: release: the name of a generalised release
-- row:       one per stored attack that was calibrated, record and eliminated member of a generalised item
-- column:    attack VARCHAR: the name of the attack
-- column:    generalised_item INTEGER, >= 1: its number
-- column:    record BIGINT, >= 1: the published record
-- column:    item VARCHAR: the member that was eliminated
-- column:    belief DOUBLE, fraction, 0 to 1: the chance that the member was added
-- checks:    known_release($release, family := 'generalisation')
-- reads:     published
-- source:    THESIS 6.2; CONTEXT 7
-- page:      generalisation.md
-- example:   FROM setrisk.elimination_beliefs('r1')
SELECT
    beliefs.attack,
    beliefs.generalised_item,
    beliefs.record,
    names.item,
    beliefs.belief
FROM setrisk.elimination_belief AS beliefs
JOIN setrisk.published_item AS names ON names.item_id = beliefs.item_id
WHERE beliefs.release = $release AND names.release = $release
