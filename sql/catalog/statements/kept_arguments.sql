-- kept_arguments(release)
-- What the method of a release was given.
--
-- row:    one, or none if the release was imported
-- column: dataset VARCHAR?
-- column: method VARCHAR
-- column: arguments JSON?
-- column: hash VARCHAR?
-- reads:  originals
SELECT releases.dataset, releases.method, given_arguments.arguments, given_arguments.hash
FROM setrisk.release AS releases
LEFT JOIN setrisk_private.release_arguments AS given_arguments ON given_arguments.release = releases.release
WHERE releases.release = $release
