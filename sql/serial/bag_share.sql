-- bag_share(cluster_size, in_bag, release_size) -> BIGINT
-- How many of the copies of a term in the global bag an adversary counts for a cluster (SANONY formula 3 and footnote 6): its
-- share by records, rounded half up.
-- internal
SELECT CAST(floor((2 * $cluster_size * $in_bag + $release_size) / (2 * $release_size)) AS BIGINT)
