-- bag_share(cluster_size, in_bag, release_size) -> BIGINT
-- How many of the copies of a term in the global bag an adversary counts for a cluster (SANONY formula 3 and footnote
-- 6): its share by records, rounded half up.
--
-- reads: nothing
SELECT TRY_CAST(floor((2 * $cluster_size * $in_bag + $release_size) / nullif(2 * $release_size, 0)) AS BIGINT)
