-- known_release(release, family := NULL)
-- The name of a release, made here or imported; an error for an unknown name or a release of another family, so that
-- neither is mistaken for a release in which attacks found nothing.
--
-- parameter: family: the family that the release must be of; NULL for any
-- row: one
-- column: release VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) = 0
            THEN error(
                'there is no release ' || coalesce($release, 'NULL')
                || '; SELECT release FROM setrisk.release lists them'
            )
        ELSE setrisk_internal.of_family($release, max(releases.family), $family)
    END AS release
FROM setrisk.release AS releases
WHERE releases.release = $release
