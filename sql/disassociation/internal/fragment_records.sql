-- fragment_records(release, contents)
-- The original records that hold a fragment, in each cluster that the fragment may belong to.
--
-- parameter: contents: the name of a CTE of the caller with the rows of cluster_items
-- row: one per fragment and cluster with a record that holds it
-- column: fragment BIGINT
-- column: cluster INTEGER, >= 1
-- column: holders BIT: original records of the cluster that hold all of its items, as in record_places.own_bit
-- reads: published, $contents: originals
-- duckdb only: query_table, bit_count
SELECT fragments.fragment, fragments.cluster, fragments.holders
FROM (
    SELECT
        members.fragment,
        members.size,
        cluster_items.cluster,
        bit_and(cluster_items.holders) AS holders,
        count(*) AS items
    FROM (
        SELECT
            fragments.fragment,
            fragments.publishing_cluster,
            len(fragments.items) AS size,
            unnest(fragments.items) AS item_id
        FROM setrisk_internal.fragments($release) AS fragments
    ) AS members
    JOIN setrisk_internal.publishing_clusters($release) AS publishers
        ON publishers.publishing_cluster = members.publishing_cluster
    JOIN query_table($contents) AS cluster_items
        ON cluster_items.cluster = publishers.cluster AND cluster_items.item_id = members.item_id
    GROUP BY members.fragment, members.size, cluster_items.cluster
) AS fragments
WHERE fragments.items = fragments.size AND bit_count(fragments.holders) > 0
