-- cluster_items(release)
-- One row per item and cluster of a disassociated release that some original record of the cluster holds, for its
-- owner.
--
-- row: one per item and cluster of a disassociated release that some original record of the cluster holds, for its
--     owner
-- column: cluster INTEGER
-- column: item_id INTEGER
-- column: of_chunks BOOLEAN: whether a chunk beside the anchoring one shows it, or the term chunk
-- column: of_terms BOOLEAN: whether a chunk beside the anchoring one shows it, or the term chunk
-- column: shown_in BIGINT: equal for items of the cluster that one chunk shows together, and for no others
-- column: holders BIT: which records of the cluster hold it, by their record_places
-- reads: originals
SELECT
    held.cluster,
    held.item_id,
    places.chunk > 1 OR (places.chunk = 1 AND places.home <> places.cluster) AS of_chunks,
    places.chunk = 0 AS of_terms,
    -- Terms of a term chunk stand with nothing.
    CASE WHEN places.chunk = 0 THEN -held.item_id ELSE CAST(places.home AS BIGINT) * 1000000000 + places.chunk END AS shown_in,
    held.holders
FROM (
    SELECT records.cluster, entries.item_id, bit_or(records.own_bit) AS holders
    FROM setrisk_internal.record_places($release) AS records
    JOIN setrisk.release AS made ON made.release = $release
    JOIN setrisk_private.transaction_item AS entries ON entries.dataset = made.dataset AND entries.tid = records.tid
    GROUP BY records.cluster, entries.item_id
) AS held
JOIN setrisk_internal.item_places($release) AS places ON places.cluster = held.cluster AND places.item_id = held.item_id
