-- known_series(series, release := NULL, newest := false)
-- One row with the name of a series; an error where there is none of that name, or it has no such release, so that no
-- one takes a misspelt name for a series without risk; or where the release is not its last, if newest. The empty name
-- stands for no series: where a release is in none, nothing is asked of any.
--
-- column: series VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) = 0 AND coalesce($series, 'NULL') <> ''
            THEN error('there is no series ' || coalesce($series, 'NULL') || '; SELECT DISTINCT series FROM setrisk.series lists them')
        WHEN $release IS NOT NULL AND NOT list_contains(list(listed.release), $release)
            THEN error('the series ' || $series || ' has no release ' || $release || '; SELECT release FROM setrisk.series lists them')
        WHEN $newest AND arg_max(listed.release, listed.position) <> $release
            THEN error(
                'the release ' || $release || ' is not the last of the series ' || $series || ', which is '
                || arg_max(listed.release, listed.position)
            )
        ELSE $series
    END AS series
FROM setrisk.series AS listed
WHERE listed.series = $series
