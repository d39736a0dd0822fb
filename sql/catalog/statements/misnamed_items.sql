-- misnamed_items(release)
-- How well the names that a release publishes fit the items that its tables show: those that have no name, and names of
-- items that are not shown.
--
-- row:    one
-- column: unnamed BIGINT, items, >= 0
-- column: unshown BIGINT, items, >= 0
-- reads:  published
SELECT
    count(*) FILTER (WHERE names.item_id IS NULL) AS unnamed,
    count(*) FILTER (WHERE shown_items.item_id IS NULL) AS unshown
FROM (
    SELECT entries.item_id
    FROM setrisk.generalised_record AS entries
    WHERE entries.release = $release AND entries.item_id IS NOT NULL
    UNION
    SELECT members.item_id
    FROM setrisk.generalised_item AS members
    SEMI JOIN setrisk.generalised_record AS entries
        ON entries.release = members.release AND entries.generalised_item = members.generalised_item
    WHERE members.release = $release
    UNION
    SELECT sub_records.item_id FROM setrisk.chunk_record AS sub_records WHERE sub_records.release = $release
    UNION
    SELECT terms.item_id FROM setrisk.term_chunk AS terms WHERE terms.release = $release
    UNION
    SELECT records.item_id
    FROM setrisk.cluster_record AS records
    WHERE records.release = $release AND records.item_id IS NOT NULL
    UNION
    SELECT counts.item_id FROM setrisk.sensitive_count AS counts WHERE counts.release = $release
    UNION
    SELECT sets.item_id FROM setrisk.sensitive_set AS sets WHERE sets.release = $release
    UNION
    SELECT sensitive_items.item_id
    FROM setrisk.protected_item AS sensitive_items
    WHERE sensitive_items.release = $release
    UNION
    SELECT unnest(histograms.itemset) AS item_id
    FROM setrisk.histogram AS histograms
    WHERE histograms.release = $release
) AS shown_items
FULL JOIN (
    SELECT names.item_id FROM setrisk.published_item AS names WHERE names.release = $release
) AS names ON names.item_id = shown_items.item_id
