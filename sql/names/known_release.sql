-- known_release(release)
-- One row with the name of a release, made here or imported; an error where there is none of that name, so that no one
-- takes a misspelt name for one that attacks found nothing in.
-- release VARCHAR
-- internal
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) > 0 THEN $release
        ELSE error('there is no release ' || coalesce($release, 'NULL') || '; SELECT release FROM setrisk.release lists them')
    END AS release
FROM setrisk.release AS published
WHERE published.release = $release
