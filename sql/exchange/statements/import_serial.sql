-- import_serial(release)
-- Publish the tables of an imported serial release, with the names of its items replaced by numbers of its own.
--
-- reads: published
-- writes: setrisk.published_item setrisk.cluster setrisk.cluster_record setrisk.sensitive_count setrisk.counterfeits
--     setrisk.sensitive_set
-- stages: _setrisk_imported_cluster(cluster, n_records): the clusters
-- stages: _setrisk_imported_cluster_record(cluster, record, item): items of records
-- stages: _setrisk_imported_sensitive_count(cluster, item, copies): sensitive items of clusters
-- stages: _setrisk_imported_counterfeits(cluster, published_counterfeits): numbers of counterfeits
-- stages: _setrisk_imported_sensitive_set(cluster, sensitive_set, item): items of sensitive sets
INSERT INTO setrisk.published_item (release, item_id, item)
SELECT $release, CAST(row_number() OVER (ORDER BY names.item) AS INTEGER) AS item_id, names.item
FROM (
    SELECT records.item
    FROM _setrisk_imported_cluster_record AS records
    WHERE records.item IS NOT NULL
    UNION
    SELECT terms.item
    FROM _setrisk_imported_sensitive_count AS terms
    WHERE terms.item IS NOT NULL
    UNION
    SELECT sets.item
    FROM _setrisk_imported_sensitive_set AS sets
    WHERE sets.item IS NOT NULL
) AS names;

INSERT INTO setrisk.cluster (release, cluster, n_records)
SELECT $release, clusters.cluster, clusters.n_records
FROM _setrisk_imported_cluster AS clusters;

INSERT INTO setrisk.cluster_record (release, cluster, record, item_id)
SELECT $release, records.cluster, records.record, names.item_id
FROM _setrisk_imported_cluster_record AS records
LEFT JOIN setrisk.published_item AS names ON names.item = records.item AND names.release = $release;

INSERT INTO setrisk.sensitive_count (release, cluster, item_id, copies)
SELECT $release, terms.cluster, names.item_id, terms.copies
FROM _setrisk_imported_sensitive_count AS terms
LEFT JOIN setrisk.published_item AS names ON names.item = terms.item AND names.release = $release;

INSERT INTO setrisk.counterfeits (release, cluster, published_counterfeits)
SELECT $release, counterfeits.cluster, counterfeits.published_counterfeits
FROM _setrisk_imported_counterfeits AS counterfeits;

INSERT INTO setrisk.sensitive_set (release, cluster, sensitive_set, item_id)
SELECT $release, sets.cluster, sets.sensitive_set, names.item_id
FROM _setrisk_imported_sensitive_set AS sets
LEFT JOIN setrisk.published_item AS names ON names.item = sets.item AND names.release = $release
