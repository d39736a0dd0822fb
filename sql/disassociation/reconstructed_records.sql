-- reconstructed_records(release)
-- One row per item of a record that an attack has put together, and chunk that it comes from: those of an anchor, and
-- those that a stored attack places on it. Attack 'none' is the anchors alone. An error where there is no such release,
-- or it is of another family.
--
-- row: one per item of a record that an attack has put together, and chunk that it comes from
-- column: attack VARCHAR
-- column: cluster INTEGER
-- column: anchor BIGINT
-- column: item VARCHAR
-- column: part VARCHAR: 'anchors', 'record chunks' (shared ones too) or 'term chunks'
-- checks: known_release($release, family := 'disassociation')
-- reads: published
SELECT found.attack, found.cluster, found.anchor, names.item, found.part
FROM setrisk_internal.reconstructed_items($release) AS found
JOIN setrisk.published_item AS names ON names.item_id = found.item_id
WHERE names.release = $release
