-- import_disassociation(release)
-- Publish the tables of an imported disassociated release, with the names of its items replaced by numbers of its own.
--
-- reads: published
-- writes: setrisk.published_item setrisk.cluster setrisk.chunk_record setrisk.joint_cluster setrisk.term_chunk
-- stages: _setrisk_imported_cluster(cluster, n_records): the clusters
-- stages: _setrisk_imported_chunk_record(publishing_cluster, chunk, sub_record, item): items of sub-records
-- stages: _setrisk_imported_joint_cluster(joint, cluster): clusters of joint clusters
-- stages: _setrisk_imported_term_chunk(cluster, item): items of term chunks
INSERT INTO setrisk.published_item (release, item_id, item)
SELECT $release, CAST(row_number() OVER (ORDER BY names.item) AS INTEGER) AS item_id, names.item
FROM (
    SELECT sub_records.item
    FROM _setrisk_imported_chunk_record AS sub_records
    WHERE sub_records.item IS NOT NULL
    UNION
    SELECT terms.item
    FROM _setrisk_imported_term_chunk AS terms
    WHERE terms.item IS NOT NULL
) AS names;

INSERT INTO setrisk.cluster (release, cluster, n_records)
SELECT $release, clusters.cluster, clusters.n_records
FROM _setrisk_imported_cluster AS clusters;

INSERT INTO setrisk.chunk_record (release, publishing_cluster, chunk, sub_record, item_id)
SELECT $release, sub_records.publishing_cluster, sub_records.chunk, sub_records.sub_record, names.item_id
FROM _setrisk_imported_chunk_record AS sub_records
LEFT JOIN setrisk.published_item AS names ON names.item = sub_records.item AND names.release = $release;

INSERT INTO setrisk.joint_cluster (release, joint, cluster)
SELECT $release, joints.joint, joints.cluster
FROM _setrisk_imported_joint_cluster AS joints;

INSERT INTO setrisk.term_chunk (release, cluster, item_id)
SELECT $release, terms.cluster, names.item_id
FROM _setrisk_imported_term_chunk AS terms
LEFT JOIN setrisk.published_item AS names ON names.item = terms.item AND names.release = $release
