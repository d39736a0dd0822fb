-- The exports of releases that were made here. Rows are kept when the release or the data set is dropped, because what
-- was handed out stays known.
--
-- column: release VARCHAR: name of the release
-- column: method VARCHAR: what made it
-- column: is_noisy BOOLEAN: whether it has spent epsilon and has no mark, so that the ledger counts what it gives away
-- column: created_at TIMESTAMP: when it was made, in UTC: another release may have its name later
-- column: dataset VARCHAR: the data set of the release
-- column: loaded_at TIMESTAMP: when that was loaded, in UTC: other data may have its name later
-- column: exported_at TIMESTAMP: the time, in UTC
CREATE TABLE IF NOT EXISTS setrisk_private.export_run (
    release VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    is_noisy BOOLEAN NOT NULL,
    created_at TIMESTAMP NOT NULL,
    dataset VARCHAR NOT NULL,
    loaded_at TIMESTAMP NOT NULL,
    exported_at TIMESTAMP NOT NULL
)
