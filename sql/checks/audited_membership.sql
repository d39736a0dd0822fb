-- audited_membership(release)
-- The name of a release whose people were attacked; an error for any other, since no row would read as no advantage.
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
            || ' has no audit of membership; setrisk audit-membership makes one, and setrisk.audit_membership in Python'
        )
    END AS release
FROM setrisk_private.audited_person AS persons
WHERE persons.release = $release
