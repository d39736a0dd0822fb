-- findings(release)
-- One row per member of a generalised item that a stored attack eliminates from a record as added.
-- attack VARCHAR; generalised_item INTEGER; record BIGINT; item VARCHAR; step INTEGER
SELECT stored.attack, stored.generalised_item, stored.record, names.item, stored.step
FROM setrisk.elimination AS stored
JOIN setrisk.published_item AS names ON names.item_id = stored.item_id
WHERE stored.release = $release AND names.release = $release
