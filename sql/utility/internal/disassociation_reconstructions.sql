-- disassociation_reconstructions(release, reconstructions, seed)
-- Random reconstructions of a disassociated release: each sub-record of a chunk goes to a record of its own in the
-- cluster, or in a cluster of the joint cluster, and each term of a term chunk goes to one record.
--
-- row: one per reconstruction, record and item of the record
-- column: reconstruction BIGINT, >= 1
-- column: record BIGINT, >= 1: numbered cluster by cluster
-- column: item_id INTEGER: in the release
-- column: weight INTEGER, records, >= 1: always 1
-- reads: published
WITH records AS MATERIALIZED (
    SELECT numbers.cluster, numbers.record
    FROM setrisk_internal.cluster_records($release) AS numbers
),
runs AS MATERIALIZED (
    SELECT
        numbers.draw AS reconstruction,
        setrisk_internal.check_at_least('seed', $seed, 0) || '/' || numbers.draw AS draw
    FROM setrisk_internal.numbered_draws('reconstructions', $reconstructions) AS numbers
),
sub_records AS MATERIALIZED (
    SELECT
        parts.publishing_cluster,
        parts.chunk,
        parts.items,
        -- By name, since an import has other item numbers, and draws must come out the same.
        row_number() OVER (PARTITION BY parts.publishing_cluster, parts.chunk ORDER BY parts.names) AS place
    FROM (
        SELECT
            parts.publishing_cluster,
            parts.chunk,
            list(parts.item_id) AS items,
            list_sort(list(names.item)) AS names
        FROM setrisk.chunk_record AS parts
        JOIN setrisk.published_item AS names ON names.item_id = parts.item_id AND names.release = parts.release
        WHERE parts.release = $release
        GROUP BY parts.publishing_cluster, parts.chunk, parts.sub_record
    ) AS parts
),
holders AS MATERIALIZED (
    SELECT
        runs.reconstruction,
        chunks.publishing_cluster,
        chunks.chunk,
        records.record,
        row_number() OVER (
            PARTITION BY runs.reconstruction, chunks.publishing_cluster, chunks.chunk
            ORDER BY md5(runs.draw || '/' || chunks.publishing_cluster || '/' || chunks.chunk || '/' || records.record)
        ) AS place
    FROM (SELECT DISTINCT sub_records.publishing_cluster, sub_records.chunk FROM sub_records) AS chunks
    JOIN setrisk_internal.publishing_clusters($release) AS publishers
        ON publishers.publishing_cluster = chunks.publishing_cluster
    JOIN records ON records.cluster = publishers.cluster
    CROSS JOIN runs
)
SELECT holders.reconstruction, holders.record, unnest(sub_records.items) AS item_id, 1 AS weight
FROM holders
JOIN sub_records
    ON sub_records.publishing_cluster = holders.publishing_cluster AND sub_records.chunk = holders.chunk
        AND sub_records.place = holders.place
UNION
SELECT
    runs.reconstruction,
    clusters.first_record - 1
        + setrisk_internal.drawn_place(
            runs.draw || '/' || terms.cluster || '/' || names.item, clusters.n_records
        ) AS record,
    terms.item_id,
    1 AS weight
FROM setrisk.term_chunk AS terms
JOIN setrisk.published_item AS names ON names.item_id = terms.item_id AND names.release = terms.release
JOIN (
    SELECT records.cluster, min(records.record) AS first_record, count(*) AS n_records
    FROM records
    GROUP BY records.cluster
) AS clusters ON clusters.cluster = terms.cluster
CROSS JOIN runs
WHERE terms.release = $release
