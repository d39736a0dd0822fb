-- original_entries(release)
-- The items of the original records of a disassociated release, each with the chunk that shows it.
--
-- row: one per original record and item
-- column: tid BIGINT, >= 1
-- column: cluster INTEGER, >= 1
-- column: item_id INTEGER
-- column: publishing_cluster INTEGER, >= 1: cluster or joint cluster that publishes the chunk
-- column: chunk INTEGER, >= 0: 0 is the term chunk
-- column: part VARCHAR: 'anchoring_chunk', 'record_chunk' (shared chunks included) or 'term_chunk'
-- reads: originals
SELECT
    records.tid,
    records.cluster,
    entries.item_id,
    places.publishing_cluster,
    places.chunk,
    CASE
        WHEN places.chunk = 0 THEN 'term_chunk'
        WHEN places.chunk = 1 AND places.publishing_cluster = places.cluster THEN 'anchoring_chunk'
        ELSE 'record_chunk'
    END AS part
FROM setrisk_internal.original_records($release) AS records
JOIN setrisk.release AS releases ON releases.release = $release
JOIN setrisk_private.transaction_item AS entries ON entries.dataset = releases.dataset AND entries.tid = records.tid
JOIN setrisk_internal.item_places($release) AS places
    ON places.cluster = records.cluster AND places.item_id = entries.item_id
