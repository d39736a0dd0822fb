-- known_series(series, release := NULL, newest := false)
-- The name of a series; an error for an unknown name, or if the series lacks the release, so that a misspelt name is
-- not mistaken for a series without risk. The empty name means that there is no series, which is not an error.
--
-- parameter: release: a release that must be in the series; NULL for none
-- parameter: newest: whether that release must be the last one of the series
-- row: one
-- column: series VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) = 0 AND coalesce($series, 'NULL') <> ''
            THEN error(
                'there is no series ' || coalesce($series, 'NULL')
                || '; SELECT DISTINCT series FROM setrisk.series lists them'
            )
        WHEN $release IS NOT NULL AND NOT list_contains(list(members.release), $release)
            THEN error(
                'the series ' || $series || ' has no release ' || $release
                || '; SELECT release FROM setrisk.series lists them'
            )
        WHEN $newest AND arg_max(members.release, members.position) <> $release
            THEN error(
                'the release ' || $release || ' is not the last of the series ' || $series || ', which is '
                || arg_max(members.release, members.position)
            )
        ELSE $series
    END AS series
FROM setrisk.series AS members
WHERE members.series = $series
