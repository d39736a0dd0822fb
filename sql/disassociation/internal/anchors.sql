-- anchors(release)
-- One row per anchor: a sub-record of the first record chunk of a cluster, on which attacks put records together again
-- (DISASSOC 4.1). Anchors that are equal cannot be told apart: they are one anchor set.
--
-- row: one per anchor
-- column: cluster INTEGER
-- column: anchor BIGINT: the number of the sub-record
-- column: anchor_set BIGINT: the first anchor equal to it
-- column: nth BIGINT: of the anchors of the set, from 1
-- column: own_bit BIT: as many bits as the cluster has anchors, set at its place among them
-- column: items INTEGER[]: ascending
-- reads: published
-- duckdb only: bitstring, set_bit
SELECT
    numbered.cluster,
    numbered.anchor,
    numbered.anchor_set,
    numbered.nth,
    set_bit(bitstring('0', numbered.n_anchors), numbered.place, 1) AS own_bit,
    numbered.items
FROM (
    SELECT
        shown.cluster,
        shown.anchor,
        min(shown.anchor) OVER (PARTITION BY shown.cluster, shown.items) AS anchor_set,
        row_number() OVER (PARTITION BY shown.cluster, shown.items ORDER BY shown.anchor) AS nth,
        CAST(row_number() OVER (PARTITION BY shown.cluster ORDER BY shown.anchor) - 1 AS INTEGER) AS place,
        CAST(count(*) OVER (PARTITION BY shown.cluster) AS INTEGER) AS n_anchors,
        shown.items
    FROM (
        SELECT sub_records.cluster, sub_records.record AS anchor, list_sort(list(sub_records.item_id)) AS items
        FROM setrisk.chunk_record AS sub_records
        JOIN setrisk.cluster AS clusters ON clusters.cluster = sub_records.cluster
        WHERE sub_records.release = $release AND clusters.release = $release AND sub_records.chunk = 1
        GROUP BY sub_records.cluster, sub_records.record
    ) AS shown
) AS numbered
