-- publish_names(release)
-- Publish the names of all items that the records and sensitive items of a draft show, and no others.
--
-- reads:  originals
-- writes: setrisk.published_item
DELETE FROM setrisk.published_item AS names
WHERE names.release = $release;

INSERT INTO setrisk.published_item (release, item_id, item)
SELECT $release, items.item_id, items.item
FROM setrisk_private.item AS items
SEMI JOIN (
    SELECT records.item_id FROM setrisk.cluster_record AS records WHERE records.release = $release
    UNION
    SELECT terms.item_id FROM setrisk.sensitive_count AS terms WHERE terms.release = $release
) AS shown_items ON shown_items.item_id = items.item_id
ORDER BY items.item_id, items.item
