-- stage_sensitive_copies(dataset, release)
-- Stage how many records of each cluster of a draft hold each sensitive item.
--
-- stages: _setrisk_placements(tid, cluster): the cluster of each transaction
-- stages: _setrisk_sensitive_copies(item_id, cluster, copies): the copies of each term in each cluster that holds it
-- reads:  originals
CREATE OR REPLACE TEMP TABLE _setrisk_sensitive_copies AS
SELECT entries.item_id, placements.cluster, count(*) AS copies
FROM setrisk_private.transaction_item AS entries
JOIN setrisk_private.sensitive_item AS sensitive_items ON sensitive_items.item_id = entries.item_id
JOIN _setrisk_placements AS placements ON placements.tid = entries.tid
WHERE entries.dataset = $dataset AND sensitive_items.release = $release
GROUP BY entries.item_id, placements.cluster
