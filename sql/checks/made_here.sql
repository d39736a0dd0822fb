-- made_here(release)
-- One row with a release that was made in this database, and its family; none for any other.
--
-- column: release VARCHAR: family VARCHAR
-- column: family VARCHAR
-- reads: originals
SELECT made.release, made.family
FROM setrisk.release AS made
-- A histogram has no records whose origin could be kept; of an imported one there is no data set.
WHERE made.release = $release
    AND (
        made.family = 'histogram' AND made.dataset IS NOT NULL
        OR EXISTS (SELECT 1 FROM setrisk_private.provenance AS origin WHERE origin.release = made.release)
    )
