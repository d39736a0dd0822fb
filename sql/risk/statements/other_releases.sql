-- other_releases(release)
-- What else is out, or may be, of the same people as a release.
--
-- row:    one per release, by name
-- column: release VARCHAR
-- column: is_here BOOLEAN: whether it still is in this database
-- column: exported_on DATE?: the day on which it was exported last; NULL if it was not
-- column: is_of_the_same BOOLEAN?: whether it is of some of the same people; NULL if that is unknown
-- reads:  originals
SELECT
    compared_releases.release,
    compared_releases.is_here,
    CAST(compared_releases.exported_at AS DATE) AS exported_on,
    compared_releases.is_of_the_same
FROM setrisk_internal.other_releases($release) AS compared_releases
ORDER BY compared_releases.release, compared_releases.exported_at
