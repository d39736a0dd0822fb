-- item_places(release)
-- One row per item and cluster of a disassociated release, with the chunk that shows it there, as anyone can read it
-- off.
--
-- row: one per item and cluster of a disassociated release, with the chunk that shows it there, as anyone can read it
--     off
-- column: cluster INTEGER
-- column: item_id INTEGER
-- column: home INTEGER: the cluster, or a joint cluster above it
-- column: chunk INTEGER: 0 = the term chunk, which tells nothing of what stands with the item
-- reads: published
SELECT homes.cluster, shown.item_id, shown.cluster AS home, shown.chunk
FROM (
    SELECT DISTINCT sub_records.cluster, sub_records.chunk, sub_records.item_id
    FROM setrisk.chunk_record AS sub_records
    WHERE sub_records.release = $release
) AS shown
JOIN setrisk_internal.publishing_clusters($release) AS homes ON homes.home = shown.cluster
UNION ALL
SELECT terms.cluster, terms.item_id, terms.cluster AS home, 0 AS chunk
FROM setrisk.term_chunk AS terms
WHERE terms.release = $release
