-- assessed_release(release)
-- The name of a release that was assessed; an error for any other, since no row would read as no risk.
--
-- row: one
-- column: release VARCHAR
-- reads: originals
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) > 0 THEN $release
        ELSE error(
            'release ' || coalesce($release, 'NULL')
            || ' has no assessment; setrisk assess makes one, and setrisk.assess in Python'
        )
    END AS release
FROM setrisk_private.assessed_attack AS attacks
WHERE attacks.release = $release
