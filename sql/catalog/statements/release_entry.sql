-- release_entry(release)
-- By which method a release was made.
--
-- row:    one, or none if there is no such release
-- column: family VARCHAR
-- column: method VARCHAR
-- reads:  published
SELECT releases.family, releases.method
FROM setrisk.release AS releases
WHERE releases.release = $release
