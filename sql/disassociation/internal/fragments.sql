-- fragments(release, anchors := NULL)
-- What an attack places on anchors: the sub-records of all chunks but the first of each cluster, equal ones together,
-- and the terms of the term chunks. A fragment of a shared chunk may belong to any cluster of its joint cluster.
--
-- parameter: anchors: anchors that each term is placed on; k - 1 if it is NULL
-- row: one per fragment
-- column: fragment BIGINT, >= 1: its number
-- column: publishing_cluster INTEGER, >= 1: cluster or joint cluster that publishes it
-- column: chunk INTEGER, >= 0: 0 is the term chunk
-- column: items INTEGER[]: ascending
-- column: records BIGINT[]: the equal sub-records; empty for a term
-- column: copies BIGINT: anchors that it is to be placed on: the number of its sub-records, or `anchors` for a term
-- reads: published
-- source: DISASSOC 4.2, Algorithms 3 to 5
WITH names AS MATERIALIZED (
    SELECT items.item_id, row_number() OVER (ORDER BY items.item) AS by_name
    FROM setrisk.published_item AS items
    WHERE items.release = $release
)
SELECT
    -- By name, since an import has other item numbers, and draws and ties must come out the same.
    row_number() OVER (ORDER BY fragments.publishing_cluster, fragments.chunk, fragments.by_name) AS fragment,
    fragments.publishing_cluster,
    fragments.chunk,
    fragments.items,
    fragments.records,
    fragments.copies
FROM (
    SELECT
        sub_records.publishing_cluster,
        sub_records.chunk,
        sub_records.items,
        sub_records.by_name,
        list_sort(list(sub_records.sub_record)) AS records,
        count(*) AS copies
    FROM (
        SELECT
            sub_records.publishing_cluster,
            sub_records.chunk,
            sub_records.sub_record,
            list_sort(list(sub_records.item_id)) AS items,
            list_sort(list(names.by_name)) AS by_name
        FROM setrisk.chunk_record AS sub_records
        JOIN names ON names.item_id = sub_records.item_id
        ANTI JOIN (
            SELECT own_clusters.cluster FROM setrisk.cluster AS own_clusters WHERE own_clusters.release = $release
        ) AS clusters
            ON clusters.cluster = sub_records.publishing_cluster AND sub_records.chunk = 1
        WHERE sub_records.release = $release
        GROUP BY sub_records.publishing_cluster, sub_records.chunk, sub_records.sub_record
    ) AS sub_records
    GROUP BY sub_records.publishing_cluster, sub_records.chunk, sub_records.items, sub_records.by_name
    UNION ALL
    SELECT
        terms.cluster AS publishing_cluster,
        0 AS chunk,
        [terms.item_id] AS items,
        [names.by_name] AS by_name,
        CAST([] AS BIGINT[]) AS records,
        CAST(coalesce($anchors, promises.k - 1) AS BIGINT) AS copies
    FROM setrisk.term_chunk AS terms
    JOIN names ON names.item_id = terms.item_id
    CROSS JOIN setrisk_internal.promised_support($release) AS promises
    WHERE terms.release = $release
) AS fragments
