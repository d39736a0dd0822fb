-- made_here(release)
-- A release that was made in this database, with its family; no row for any other name.
--
-- row: one, or none
-- column: release VARCHAR
-- column: family VARCHAR
-- reads: originals
SELECT published.release, published.family
FROM setrisk.release AS published
-- A histogram has no records whose origin could be kept; an imported one has no data set.
WHERE published.release = $release
    AND (
        published.family = 'histogram' AND published.dataset IS NOT NULL
        OR EXISTS (SELECT 1 FROM setrisk_private.provenance AS origin WHERE origin.release = published.release)
    )
