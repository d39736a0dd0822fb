-- is_noisy(release)
-- Whether noise has broken the tie between the records of a release and people.
--
-- row:    one
-- column: is_noisy BOOLEAN
-- reads:  published
SELECT setrisk_internal.numeric_parameter(releases.parameters, 'epsilon') IS NOT NULL AS is_noisy
FROM setrisk.release AS releases
WHERE releases.release = $release
