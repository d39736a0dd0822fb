-- elimination_findings(release)
-- The members that stored attacks eliminated from records. The attacks took these members for added by the
-- generalisation.
--
-- parameter: release: the name of a generalised release
-- row:       one per stored attack, record and eliminated member of a generalised item
-- column:    attack VARCHAR: the name of the attack
-- column:    generalised_item INTEGER, >= 1: its number
-- column:    record BIGINT, >= 1: the published record
-- column:    item VARCHAR: the member that was eliminated
-- column:    step INTEGER, >= 1: when it was eliminated
-- checks:    known_release($release, family := 'generalisation')
-- reads:     published
-- page:      generalisation.md
-- example:   FROM setrisk.elimination_findings('r1')
SELECT eliminations.attack, eliminations.generalised_item, eliminations.record, names.item, eliminations.step
FROM setrisk.elimination AS eliminations
JOIN setrisk.published_item AS names ON names.item_id = eliminations.item_id
WHERE eliminations.release = $release AND names.release = $release
