-- Whom releases were about that were exported, and whose data set was dropped since: a later release may be of the same
-- people. Ids are kept hashed; whoever has the database can still test whether it has an id.
--
-- column: dataset VARCHAR: name of the data set
-- column: loaded_at TIMESTAMP: when it was loaded, in UTC
-- column: person VARCHAR: the id of one of its people, hashed with what the data set is known by as salt
CREATE TABLE IF NOT EXISTS setrisk_private.exported_person (
    dataset VARCHAR NOT NULL,
    loaded_at TIMESTAMP NOT NULL,
    person VARCHAR NOT NULL
)
