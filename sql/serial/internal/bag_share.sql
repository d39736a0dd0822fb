-- bag_share(cluster_size BIGINT, in_bag BIGINT, release_size BIGINT) -> BIGINT
-- How many copies of a term in the global bag an attacker assigns to a cluster: the cluster's share by records,
-- rounded half up. It is NULL if the release has no records.
--
-- reads: nothing
-- source: SANONY formula 3, footnote 6
SELECT
    -- Kernels, which have no database, use bag_share of udf/serial/copies.py; a test holds the two together.
    TRY_CAST(floor((2 * $cluster_size * $in_bag + $release_size) / nullif(2 * $release_size, 0)) AS BIGINT)
