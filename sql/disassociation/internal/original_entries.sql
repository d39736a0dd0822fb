-- original_entries(release)
-- One row per item of an original record of a disassociated release, for its owner, with the chunk that shows it.
--
-- row: one per item of an original record of a disassociated release, for its owner, with the chunk that shows it
-- column: tid BIGINT
-- column: cluster INTEGER
-- column: item_id INTEGER
-- column: home INTEGER
-- column: chunk INTEGER
-- column: part VARCHAR: 'anchors', 'record chunks' (shared ones too) or 'term chunks'
-- reads: originals
SELECT
    records.tid,
    records.cluster,
    held.item_id,
    places.home,
    places.chunk,
    CASE
        WHEN places.chunk = 0 THEN 'term chunks'
        WHEN places.chunk = 1 AND places.home = places.cluster THEN 'anchors'
        ELSE 'record chunks'
    END AS part
FROM setrisk_internal.original_records($release) AS records
JOIN setrisk.release AS made ON made.release = $release
JOIN setrisk_private.transaction_item AS held ON held.dataset = made.dataset AND held.tid = records.tid
JOIN setrisk_internal.item_places($release) AS places ON places.cluster = records.cluster AND places.item_id = held.item_id
