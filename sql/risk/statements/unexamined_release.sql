-- unexamined_release(release)
-- Whether nobody has attacked or assessed a release here, but by guessing.
--
-- row:    one
-- column: is_unexamined BOOLEAN
-- reads:  originals
SELECT
    NOT EXISTS (
        SELECT runs.attack FROM setrisk_internal.attack_runs($release) AS runs WHERE NOT runs.is_baseline
    )
    AND NOT EXISTS (
        SELECT assessments.release
        FROM setrisk_private.release_assessment AS assessments
        WHERE assessments.release = $release
    ) AS is_unexamined
