-- write_draft(release, dataset)
-- Write the clusters, records and sensitive items of a draft. Its records have the numbers of their transactions until
-- the release is published.
--
-- stages: _setrisk_placements(tid, cluster): the transactions that are in the release
-- stages: _setrisk_copies(cluster, item_id, copies): copies of sensitive items; cluster NULL is the global bag
-- reads:  originals
-- writes: setrisk.sensitive_count setrisk.cluster setrisk.cluster_record
INSERT INTO setrisk.sensitive_count (release, cluster, item_id, copies)
SELECT $release, copies.cluster, copies.item_id, copies.copies
FROM _setrisk_copies AS copies
ORDER BY copies.cluster, copies.item_id, copies.copies;

INSERT INTO setrisk.cluster (release, cluster, n_records)
SELECT $release, placements.cluster, count(*)
FROM _setrisk_placements AS placements
GROUP BY placements.cluster
ORDER BY placements.cluster;

INSERT INTO setrisk.cluster_record (release, cluster, record, item_id)
SELECT $release, placements.cluster, placements.tid, entries.item_id
FROM _setrisk_placements AS placements
LEFT JOIN setrisk_internal.non_sensitive_entries($dataset, $release) AS entries ON entries.tid = placements.tid
