-- fragment_records(release)
-- One row per piece and cluster that it may belong to, where an original record holds it; for the owner.
--
-- row: one per piece and cluster that it may belong to, where an original record holds it; for the owner
-- column: piece BIGINT
-- column: cluster INTEGER
-- column: holders BIT: which records of the cluster hold all of the piece, by their record_places
-- reads: originals
-- duckdb only: bit_count
SELECT held.piece, held.cluster, held.holders
FROM (
    SELECT members.piece, members.size, shown.cluster, bit_and(shown.holders) AS holders, count(*) AS items
    FROM (
        SELECT each.piece, each.home, len(each.items) AS size, unnest(each.items) AS item_id
        FROM setrisk_internal.fragments($release) AS each
    ) AS members
    JOIN setrisk_internal.publishing_clusters($release) AS homes ON homes.home = members.home
    JOIN setrisk_internal.cluster_items($release) AS shown ON shown.cluster = homes.cluster AND shown.item_id = members.item_id
    GROUP BY members.piece, members.size, shown.cluster
) AS held
WHERE held.items = held.size AND bit_count(held.holders) > 0
