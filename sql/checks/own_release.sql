-- own_release(release, family := NULL)
-- The name of a release that was made in this database; an error for any other name, so that neither a misspelt name
-- nor an imported release, whose original data are elsewhere, is mistaken for a release without risk; and for a release
-- of another family.
--
-- parameter: family: the family that the release must be of; NULL for any
-- row: one
-- column: release VARCHAR
-- reads: originals
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) = 0
            THEN error(
                'no release ' || coalesce($release, 'NULL')
                || ' was made in this database; SELECT release FROM setrisk.release lists them'
            )
        ELSE setrisk_internal.of_family($release, max(releases.family), $family)
    END AS release
FROM setrisk_internal.made_here($release) AS releases
