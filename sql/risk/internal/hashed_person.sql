-- hashed_person(salt VARCHAR, id VARCHAR) -> VARCHAR
-- The id of a person as it is kept after the data set is dropped; with another salt the same id has another hash.
--
-- reads: nothing
SELECT left(sha256($salt || '/' || setrisk_internal.plain_id($id)), 16)
