-- record_places(release)
-- The original records of a disassociated release, each with the bit that represents it in the bit strings of its
-- cluster.
--
-- row: one per original record
-- column: tid BIGINT, >= 1
-- column: cluster INTEGER, >= 1
-- column: anchor_set BIGINT?: as in original_records
-- column: place INTEGER, >= 0: its place among the records of the cluster
-- column: own_bit BIT: one bit per record of the cluster, set at its own place
-- reads: originals
-- duckdb only: bitstring, set_bit
SELECT
    places.tid,
    places.cluster,
    places.anchor_set,
    places.place,
    set_bit(bitstring('0', places.n_records), places.place, 1) AS own_bit
FROM (
    SELECT
        records.tid,
        records.cluster,
        records.anchor_set,
        CAST(row_number() OVER (PARTITION BY records.cluster ORDER BY records.tid) - 1 AS INTEGER) AS place,
        CAST(count(*) OVER (PARTITION BY records.cluster) AS INTEGER) AS n_records
    FROM setrisk_internal.original_records($release) AS records
) AS places
