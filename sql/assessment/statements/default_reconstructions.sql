-- default_reconstructions(release)
-- How many random reconstructions of a release attackers draw by default.
--
-- row:    one
-- column: reconstructions BIGINT, reconstructions, 1 to 100
-- reads:  published
SELECT setrisk_internal.default_reconstructions(releases.family, sizes.n_records) AS reconstructions
FROM setrisk.release AS releases
CROSS JOIN setrisk_internal.published_size($release) AS sizes
WHERE releases.release = $release
