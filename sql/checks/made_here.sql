-- made_here(release)
-- A release that was made in this database, with its family; no row for any other name.
--
-- row: one, or none
-- column: release VARCHAR
-- column: family VARCHAR
-- reads: originals
SELECT releases.release, releases.family
FROM setrisk.release AS releases
-- A histogram has no records whose origin could be kept; an imported one has no data set.
WHERE releases.release = $release
    AND (
        releases.family = 'histogram' AND releases.dataset IS NOT NULL
        OR EXISTS (SELECT 1 FROM setrisk_private.provenance AS origin WHERE origin.release = releases.release)
    )
