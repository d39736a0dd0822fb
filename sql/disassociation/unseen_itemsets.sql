-- unseen_itemsets(release)
-- One row per hidden itemset of a cluster, for the owner of the release.
-- cluster INTEGER; items INTEGER[]: ascending; support BIGINT: in the cluster; part VARCHAR: as in unseen_holders
-- internal
SELECT DISTINCT holders.cluster, holders.items, holders.support, holders.part
FROM setrisk.unseen_holders($release) AS holders
