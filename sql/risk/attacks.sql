-- attacks(release)
-- One row per stored attack on the release, and one for 'none': the release as it is.
-- attack VARCHAR
-- internal
SELECT 'none' AS attack
UNION ALL
SELECT stored.attack FROM setrisk.attack AS stored WHERE stored.release = $release
