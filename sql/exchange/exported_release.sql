-- exported_release(release)
-- One row: what the release says of itself, as it leaves the database. The data set's name stays behind.
-- family, method VARCHAR; parameters JSON; created_at TIMESTAMP; marks VARCHAR: parted by blanks
-- internal
SELECT made.family, made.method, made.parameters, made.created_at, array_to_string(made.marks, ' ') AS marks
FROM setrisk.release AS made
WHERE made.release = $release
