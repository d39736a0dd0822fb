-- known_release(release, family := NULL)
-- One row with the name of a release, made here or imported; an error where there is none of that name, or where it is
-- of another family than asked for, so that no one takes the one or the other for a release that attacks found nothing
-- in.
--
-- column: release VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) = 0
            THEN error('there is no release ' || coalesce($release, 'NULL') || '; SELECT release FROM setrisk.release lists them')
        WHEN max(published.family) <> $family
            THEN error('the release ' || $release || ' is of the family ' || max(published.family) || ', not of ' || $family)
        ELSE $release
    END AS release
FROM setrisk.release AS published
WHERE published.release = $release
