-- disassociation_places(release)
-- What each cluster of a disassociated release shows: the sub-records of its chunks and of those of its joint clusters,
-- and its term chunk. A record of the cluster has one sub-record of each chunk, and any items of the term chunk.
--
-- row: one per cluster, chunk, sub-record and item of it
-- column: host BIGINT, >= 1: the cluster
-- column: weight BIGINT, records, >= 1: its records
-- column: chunk VARCHAR: the chunk, by the cluster or joint cluster that publishes it
-- column: part BIGINT, >= 1: the sub-record
-- column: part_weight BIGINT, records, >= 1: records that may have it: one a sub-record, all of the cluster for terms
-- column: item_id INTEGER?: never NULL
-- column: generalised_item INTEGER?: always NULL
-- reads: published
SELECT
    CAST(clusters.cluster AS BIGINT) AS host,
    CAST(clusters.n_records AS BIGINT) AS weight,
    parts.publishing_cluster || '/' || parts.chunk AS chunk,
    parts.sub_record AS part,
    CAST(1 AS BIGINT) AS part_weight,
    parts.item_id,
    CAST(NULL AS INTEGER) AS generalised_item
FROM setrisk.chunk_record AS parts
JOIN setrisk_internal.publishing_clusters($release) AS publishers
    ON publishers.publishing_cluster = parts.publishing_cluster
JOIN setrisk.cluster AS clusters ON clusters.cluster = publishers.cluster
WHERE parts.release = $release AND clusters.release = $release
UNION ALL
SELECT
    CAST(clusters.cluster AS BIGINT) AS host,
    CAST(clusters.n_records AS BIGINT) AS weight,
    clusters.cluster || '/terms' AS chunk,
    CAST(1 AS BIGINT) AS part,
    CAST(clusters.n_records AS BIGINT) AS part_weight,
    terms.item_id,
    CAST(NULL AS INTEGER) AS generalised_item
FROM setrisk.term_chunk AS terms
JOIN setrisk.cluster AS clusters ON clusters.cluster = terms.cluster
WHERE terms.release = $release AND clusters.release = $release
