-- audited_membership(release)
-- The name of a release whose people were attacked; an error for one that was not audited, since no row would read as
-- no advantage. Whether there is such a release is not looked at here.
--
-- row: one
-- column: release VARCHAR?: NULL if there is no such release
-- reads: originals
-- duckdb only: error
SELECT
    CASE
        WHEN count(persons.release) > 0 OR count(releases.release) = 0 THEN max(releases.release)
        ELSE error(
            'release ' || $release
            || ' has no audit of membership; setrisk audit-membership makes one, and setrisk.audit_membership in Python'
        )
    END AS release
FROM setrisk.release AS releases
LEFT JOIN setrisk_private.audited_person AS persons ON persons.release = releases.release
WHERE releases.release = $release
