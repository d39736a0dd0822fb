-- record_places(release)
-- One row per original record of a disassociated release, for its owner, with the bit that stands for it in strings of
-- bits.
--
-- row: one per original record of a disassociated release, for its owner, with the bit that stands for it in strings of
--     bits
-- column: tid BIGINT
-- column: cluster INTEGER
-- column: anchor_set BIGINT: as in original_records
-- column: place INTEGER: among the records of the cluster, from 0
-- column: own_bit BIT: as many bits as the cluster has records, set at its place
-- reads: originals
-- duckdb only: bitstring, set_bit
SELECT
    placed.tid,
    placed.cluster,
    placed.anchor_set,
    placed.place,
    set_bit(bitstring('0', placed.n_records), placed.place, 1) AS own_bit
FROM (
    SELECT
        records.tid,
        records.cluster,
        records.anchor_set,
        CAST(row_number() OVER (PARTITION BY records.cluster ORDER BY records.tid) - 1 AS INTEGER) AS place,
        CAST(count(*) OVER (PARTITION BY records.cluster) AS INTEGER) AS n_records
    FROM setrisk_internal.original_records($release) AS records
) AS placed
