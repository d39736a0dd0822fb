-- anchors(release)
-- The anchors of a disassociated release: the sub-records of the first record chunk of each cluster, on which attacks
-- reassemble records. Equal anchors cannot be told apart and form an anchor set.
--
-- row: one per anchor
-- column: cluster INTEGER, >= 1
-- column: anchor BIGINT: number of the sub-record
-- column: anchor_set BIGINT: the first anchor that is equal to it
-- column: nth BIGINT, >= 1: its number among the anchors of the set
-- column: own_bit BIT: one bit per anchor of the cluster, set at its own place
-- column: items INTEGER[]: ascending
-- reads: published
-- source: DISASSOC 4.1
-- duckdb only: bitstring, set_bit
SELECT
    anchors.cluster,
    anchors.anchor,
    anchors.anchor_set,
    anchors.nth,
    set_bit(bitstring('0', anchors.n_anchors), anchors.place, 1) AS own_bit,
    anchors.items
FROM (
    SELECT
        anchors.cluster,
        anchors.anchor,
        min(anchors.anchor) OVER (PARTITION BY anchors.cluster, anchors.items) AS anchor_set,
        row_number() OVER (PARTITION BY anchors.cluster, anchors.items ORDER BY anchors.anchor) AS nth,
        CAST(row_number() OVER (PARTITION BY anchors.cluster ORDER BY anchors.anchor) - 1 AS INTEGER) AS place,
        CAST(count(*) OVER (PARTITION BY anchors.cluster) AS INTEGER) AS n_anchors,
        anchors.items
    FROM (
        SELECT clusters.cluster, sub_records.sub_record AS anchor, list_sort(list(sub_records.item_id)) AS items
        FROM setrisk.chunk_record AS sub_records
        JOIN setrisk.cluster AS clusters ON clusters.cluster = sub_records.publishing_cluster
        WHERE sub_records.release = $release AND clusters.release = $release AND sub_records.chunk = 1
        GROUP BY clusters.cluster, sub_records.sub_record
    ) AS anchors
) AS anchors
