-- assessed_release(release)
-- The name of a release, or of a data set, that was assessed; an error for any other, since no row would read as no
-- risk.
--
-- row: one
-- column: release VARCHAR
-- reads: originals
-- duckdb only: error
SELECT
    CASE
        WHEN rates.n > 0 THEN $release
        WHEN releases.n > 0
            THEN error(
                'release ' || $release || ' has no assessment; setrisk assess makes one, and setrisk.assess in Python'
            )
        WHEN datasets.n > 0
            THEN error(
                'data set ' || $release || ' has no assessment; setrisk assess makes one, and setrisk.assess in Python'
            )
        ELSE error(
            'there is no release ' || coalesce($release, 'NULL') || ', and no data set of this name; '
            || 'SELECT release FROM setrisk.release lists releases'
        )
    END AS release
FROM (
    SELECT count(*) AS n
    FROM setrisk_internal.assessed_attacks($release) AS attacks
    WHERE attacks.number = 0
) AS rates
CROSS JOIN (
    SELECT count(*) AS n
    FROM setrisk.release AS entries
    WHERE entries.release = $release
) AS releases
CROSS JOIN (
    SELECT count(*) AS n
    FROM setrisk_private.dataset AS entries
    WHERE entries.dataset = $release
) AS datasets
