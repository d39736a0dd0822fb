-- Which original transaction each published record was made from. A disassociated release has a row for each published
-- part of a transaction, and one for its cluster.
--
-- column: release VARCHAR: name of the release
-- column: cluster INTEGER?, >= 1: the cluster, or the joint cluster that publishes the part; NULL for a generalised
--     release
-- column: chunk INTEGER?, >= 1: the chunk of the part; NULL in the row for the cluster, and in other families
-- column: record BIGINT?, >= 1: number of the record, or of the sub-record in its chunk; NULL in the row for the
--     cluster
-- column: tid BIGINT?, >= 1: the transaction; NULL for a counterfeit record
CREATE TABLE IF NOT EXISTS setrisk_private.provenance (
    release VARCHAR NOT NULL,
    cluster INTEGER,
    chunk INTEGER,
    record BIGINT,
    tid BIGINT
)
