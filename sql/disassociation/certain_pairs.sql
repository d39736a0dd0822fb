-- certain_pairs(release)
-- Pairs of items that chunks keep apart and yet show together for certain. The items of two chunks are in so many
-- records of a cluster that some must have both, however the chunks are put together. An item that all records have is
-- with all others.
--
-- parameter: release: a disassociated release, made here or imported
-- row: one per cluster and pair of items of different chunks that some record has for certain
-- column: cluster INTEGER, >= 1: the cluster
-- column: item_a VARCHAR: the one of both that more records have for certain, or the first in alphabetical order
-- column: item_b VARCHAR: the other one
-- column: records BIGINT, records, >= 1: of the cluster
-- column: certain_records BIGINT, records, >= 1: how many of them have both, at least
-- column: certain_b BIGINT, records, >= 1: how many of them have item_b, at least; if as many have both, whoever knows
--     item_b of somebody knows item_a
-- checks: known_release($release, family := 'disassociation')
-- reads: published
-- page: disassociation.md
-- example: FROM setrisk.certain_pairs('r2') ORDER BY certain_records DESC, cluster, item_a, item_b LIMIT 3
WITH publishers AS MATERIALIZED (
    SELECT publishers.publishing_cluster, publishers.cluster, clusters.n_records
    FROM setrisk_internal.publishing_clusters($release) AS publishers
    JOIN setrisk.cluster AS clusters ON clusters.release = $release AND clusters.cluster = publishers.cluster
),
-- How many records of a cluster have an item at least: what other clusters that share its chunk have no room for, and
-- of a term chunk one.
item_leasts AS MATERIALIZED (
    SELECT
        publishers.cluster,
        publishers.publishing_cluster,
        supports.chunk,
        publishers.n_records,
        supports.item_id,
        supports.sub_records - (rooms.n_records - publishers.n_records) AS least
    FROM (
        SELECT sub_records.publishing_cluster, sub_records.chunk, sub_records.item_id, count(*) AS sub_records
        FROM setrisk.chunk_record AS sub_records
        WHERE sub_records.release = $release
        GROUP BY sub_records.publishing_cluster, sub_records.chunk, sub_records.item_id
    ) AS supports
    JOIN publishers ON publishers.publishing_cluster = supports.publishing_cluster
    JOIN (
        SELECT publishers.publishing_cluster, CAST(sum(publishers.n_records) AS BIGINT) AS n_records
        FROM publishers
        GROUP BY publishers.publishing_cluster
    ) AS rooms ON rooms.publishing_cluster = publishers.publishing_cluster
    UNION ALL
    SELECT terms.cluster, terms.cluster AS publishing_cluster, 0 AS chunk, clusters.n_records, terms.item_id, 1 AS least
    FROM setrisk.term_chunk AS terms
    JOIN setrisk.cluster AS clusters ON clusters.release = terms.release AND clusters.cluster = terms.cluster
    WHERE terms.release = $release
),
item_names AS MATERIALIZED (
    SELECT leasts.*, names.item
    FROM item_leasts AS leasts
    JOIN setrisk.published_item AS names ON names.release = $release AND names.item_id = leasts.item_id
)
SELECT
    items_a.cluster,
    items_a.item AS item_a,
    items_b.item AS item_b,
    items_a.n_records AS records,
    items_a.least + items_b.least - items_a.n_records AS certain_records,
    items_b.least AS certain_b
FROM item_names AS items_a
JOIN item_names AS items_b
    ON items_b.cluster = items_a.cluster
    AND (items_b.publishing_cluster <> items_a.publishing_cluster OR items_b.chunk <> items_a.chunk)
    AND items_a.least + items_b.least > items_a.n_records
    AND (items_a.least > items_b.least OR (items_a.least = items_b.least AND items_a.item < items_b.item))
