-- elimination_findings(release)
-- One row per member of a generalised item that a stored attack eliminates from a record as added. An error where there
-- is no such release.
--
-- row: one per member of a generalised item that a stored attack eliminates from a record as added
-- column: attack VARCHAR
-- column: generalised_item INTEGER
-- column: record BIGINT
-- column: item VARCHAR
-- column: step INTEGER
-- checks: known_release($release, family := 'generalisation')
-- reads: published
SELECT stored.attack, stored.generalised_item, stored.record, names.item, stored.step
FROM setrisk.elimination AS stored
JOIN setrisk.published_item AS names ON names.item_id = stored.item_id
WHERE stored.release = $release AND names.release = $release
