-- stage_private_copies(dataset, release)
-- Stage how many records of each cluster of a draft hold each private term.
--
-- stages: _setrisk_placements(tid, cluster): the cluster of each transaction
-- stages: _setrisk_private_copies(item_id, cluster, copies): the copies of each term in each cluster that holds it
-- reads:  originals
CREATE OR REPLACE TEMP TABLE _setrisk_private_copies AS
SELECT entries.item_id, placements.cluster, count(*) AS copies
FROM setrisk_private.transaction_item AS entries
JOIN setrisk_private.private_item AS private_items ON private_items.item_id = entries.item_id
JOIN _setrisk_placements AS placements ON placements.tid = entries.tid
WHERE entries.dataset = $dataset AND private_items.release = $release
GROUP BY entries.item_id, placements.cluster
