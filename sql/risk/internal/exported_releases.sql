-- exported_releases(release)
-- Other releases of the same people that were exported, as far as they are compared with it nowhere else.
--
-- row:    one
-- column: n_releases BIGINT, releases, >= 0
-- column: names VARCHAR: the first three by name, each with the day, and how many more there are
-- reads:  originals
SELECT
    count(*) AS n_releases,
    coalesce(array_to_string(list_sort(list(titles.title) FILTER (titles.position <= 3)), ', '), '')
        || CASE WHEN count(*) > 3 THEN ' and ' || count(*) - 3 || ' more' ELSE '' END AS names
FROM (
    SELECT days.title, row_number() OVER (ORDER BY days.title) AS position
    FROM (
        SELECT
            CASE WHEN compared_releases.release = $release THEN 'an earlier ' ELSE '' END
                || compared_releases.release
                || ' (on ' || CAST(CAST(compared_releases.exported_at AS DATE) AS VARCHAR) || ')' AS title
        FROM setrisk_internal.other_releases($release) AS compared_releases
        WHERE compared_releases.is_of_the_same AND compared_releases.exported_at IS NOT NULL
    ) AS days
) AS titles
