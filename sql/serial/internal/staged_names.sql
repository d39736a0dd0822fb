-- staged_names(release)
-- One row per item that the records or the private terms of a release show, for the owner.
--
-- row: one per item that the records or the private terms of a release show, for the owner
-- column: item_id INTEGER
-- column: item VARCHAR
-- reads: originals
SELECT names.item_id, names.item
FROM setrisk_private.item AS names
SEMI JOIN (
    SELECT records.item_id FROM setrisk.cluster_record AS records WHERE records.release = $release
    UNION
    SELECT terms.item_id FROM setrisk.private_term AS terms WHERE terms.release = $release
) AS shown ON shown.item_id = names.item_id
