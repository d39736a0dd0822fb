-- exported_release(release)
-- One row: what the release says of itself, as it leaves the database. The data set's name stays behind.
--
-- column: family VARCHAR
-- column: method VARCHAR
-- column: parameters JSON
-- column: created_at DATE: the day in UTC, since the minute may tell whose data came in by then
-- column: marks VARCHAR: separated by blanks
-- reads: published
SELECT made.family, made.method, made.parameters, CAST(made.created_at AS DATE) AS created_at, array_to_string(made.marks, ' ') AS marks
FROM setrisk.release AS made
WHERE made.release = $release
