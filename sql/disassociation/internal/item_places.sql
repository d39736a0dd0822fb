-- item_places(release)
-- The chunk that shows each item of each cluster of a disassociated release.
--
-- row: one per cluster and item
-- column: cluster INTEGER, >= 1
-- column: item_id INTEGER
-- column: publishing_cluster INTEGER, >= 1: cluster or joint cluster that publishes the chunk
-- column: chunk INTEGER, >= 0: 0 is the term chunk
-- reads: published
SELECT publishers.cluster, chunk_items.item_id, chunk_items.publishing_cluster, chunk_items.chunk
FROM (
    SELECT DISTINCT sub_records.publishing_cluster, sub_records.chunk, sub_records.item_id
    FROM setrisk.chunk_record AS sub_records
    WHERE sub_records.release = $release
) AS chunk_items
JOIN setrisk_internal.publishing_clusters($release) AS publishers
    ON publishers.publishing_cluster = chunk_items.publishing_cluster
UNION ALL
SELECT terms.cluster, terms.item_id, terms.cluster AS publishing_cluster, 0 AS chunk
FROM setrisk.term_chunk AS terms
WHERE terms.release = $release
