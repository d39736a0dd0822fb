-- own_release(release, family := NULL)
-- One row with the name of a release that was made in this database; an error for any other name, so that no one takes
-- a misspelt name, or a release whose original data are elsewhere, for one without risk; and for a release of another
-- family than asked for.
--
-- column: release VARCHAR
-- reads: originals
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) = 0
            THEN error('no release ' || coalesce($release, 'NULL') || ' was made in this database; SELECT release FROM setrisk.release lists them')
        WHEN max(made.family) <> $family
            THEN error('the release ' || $release || ' is of the family ' || max(made.family) || ', not of ' || $family)
        ELSE $release
    END AS release
FROM setrisk_internal.made_here($release) AS made
