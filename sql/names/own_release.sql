-- own_release(release)
-- One row with the name of a release that was made in this database; an error for any other name, so that no one takes
-- a misspelt name, or a release whose original data are elsewhere, for one without risk.
-- release VARCHAR
-- internal
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) > 0 THEN $release
        ELSE error('no release ' || coalesce($release, 'NULL') || ' was made in this database; SELECT release FROM setrisk.release lists them')
    END AS release
FROM (SELECT origin.record FROM setrisk_private.provenance AS origin WHERE origin.release = $release LIMIT 1) AS made
