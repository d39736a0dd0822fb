-- unexamined_release(release)
-- Whether nobody has attacked or assessed a release here.
--
-- row:    one
-- column: is_unexamined BOOLEAN
-- reads:  originals
SELECT
    NOT EXISTS (SELECT runs.release FROM setrisk.attack_run AS runs WHERE runs.release = $release)
    AND NOT EXISTS (
        SELECT assessments.release
        FROM setrisk_private.release_assessment AS assessments
        WHERE assessments.release = $release
    ) AS is_unexamined
