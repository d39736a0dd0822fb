-- publish_release(release, shuffling_key)
-- Publish the items, clusters, chunks and joint clusters of a disassociated release, and keep for the owner which
-- transaction each sub-record comes from. Sub-records are numbered in the order of a keyed hash, a different one for
-- each chunk: without the key nobody can find the transaction or link the chunks.
--
-- parameter: shuffling_key: key of the order of sub-records
-- stages: _setrisk_clusters(tid, cluster): the cluster of each transaction
-- stages: _setrisk_terms(cluster, item_id, publishing_cluster, chunk): the chunk that shows each item of a cluster, and
--     the cluster or joint cluster that publishes it; chunk 0 is the term chunk
-- stages: _setrisk_chunk_items(tid, item_id, publishing_cluster, chunk): the items of each transaction that record
--     chunks and shared chunks show
-- stages: _setrisk_joints(joint, cluster): the clusters of each joint cluster
-- stages: _setrisk_sub_records(publishing_cluster, chunk, tid, item_id, sub_record): the same as _setrisk_chunk_items,
--     with the number of the sub-record
-- reads: originals
-- writes: setrisk.published_item setrisk.cluster setrisk.chunk_record setrisk.joint_cluster setrisk.term_chunk
--     setrisk_private.provenance
-- source: DISASSOC Table 3
CREATE OR REPLACE TEMP TABLE _setrisk_sub_records AS
SELECT
    entries.publishing_cluster,
    entries.chunk,
    entries.tid,
    entries.item_id,
    dense_rank() OVER (
        PARTITION BY entries.publishing_cluster, entries.chunk ORDER BY entries.place, entries.tid
    ) AS sub_record
FROM (
    SELECT
        items.publishing_cluster,
        items.chunk,
        items.tid,
        items.item_id,
        setrisk_internal.shuffled_place(
            $shuffling_key, items.publishing_cluster || '/' || items.chunk || '/' || items.tid
        ) AS place
    FROM _setrisk_chunk_items AS items
) AS entries;

-- Rows are stored in the order of their numbers: any other order would reveal what the numbers hide.
INSERT INTO setrisk.published_item (release, item_id, item)
SELECT $release, names.item_id, names.item
FROM (
    SELECT DISTINCT items.item_id, items.item
    FROM _setrisk_terms AS terms
    JOIN setrisk_private.item AS items ON items.item_id = terms.item_id
) AS names
ORDER BY names.item_id, names.item;

INSERT INTO setrisk.cluster (release, cluster, n_records)
SELECT $release, transactions.cluster, count(*)
FROM _setrisk_clusters AS transactions
GROUP BY transactions.cluster
ORDER BY transactions.cluster;

INSERT INTO setrisk.chunk_record (release, publishing_cluster, chunk, sub_record, item_id)
SELECT $release, sub_records.publishing_cluster, sub_records.chunk, sub_records.sub_record, sub_records.item_id
FROM _setrisk_sub_records AS sub_records
ORDER BY sub_records.publishing_cluster, sub_records.chunk, sub_records.sub_record, sub_records.item_id;

INSERT INTO setrisk.joint_cluster (release, joint, cluster)
SELECT $release, joints.joint, joints.cluster
FROM _setrisk_joints AS joints
ORDER BY joints.joint, joints.cluster;

INSERT INTO setrisk.term_chunk (release, cluster, item_id)
SELECT $release, terms.cluster, terms.item_id
FROM _setrisk_terms AS terms
WHERE terms.chunk = 0
ORDER BY terms.cluster, terms.item_id;

INSERT INTO setrisk_private.provenance (release, cluster, chunk, record, tid)
SELECT DISTINCT $release, sub_records.publishing_cluster, sub_records.chunk, sub_records.sub_record, sub_records.tid
FROM _setrisk_sub_records AS sub_records;

INSERT INTO setrisk_private.provenance (release, cluster, chunk, record, tid)
SELECT
    $release,
    transactions.cluster,
    NULL,
    NULL,
    transactions.tid
FROM _setrisk_clusters AS transactions;

DROP TABLE _setrisk_sub_records;
