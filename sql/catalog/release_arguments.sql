-- What the methods of releases were given, so that `assess` can make such a release of fewer people. For the owner.
--
-- column: release VARCHAR: name of the release
-- column: hash VARCHAR?: a hash of what the tables and files held that parameters name; NULL if arguments is
-- column: arguments JSON?: the value of each parameter; NULL if one of them is a frame or a query, which cannot be kept
CREATE TABLE IF NOT EXISTS setrisk_private.release_arguments (
    release VARCHAR PRIMARY KEY,
    hash VARCHAR,
    arguments JSON
)
