-- exported_chunk_record(release)
-- The sub-records of the record chunks and shared chunks of a disassociated release, by the names of their items.
--
-- row: one per item of a sub-record
-- column: publishing_cluster INTEGER, >= 1: number of the cluster or joint cluster that publishes the chunk
-- column: chunk INTEGER, >= 1: number of the chunk in it
-- column: sub_record BIGINT, >= 1: number of the sub-record in the chunk
-- column: item VARCHAR
-- reads: published
SELECT sub_records.publishing_cluster, sub_records.chunk, sub_records.sub_record, names.item
FROM setrisk.chunk_record AS sub_records
JOIN setrisk.published_item AS names ON names.item_id = sub_records.item_id
WHERE sub_records.release = $release AND names.release = $release
ORDER BY sub_records.publishing_cluster, sub_records.chunk, sub_records.sub_record, names.item
