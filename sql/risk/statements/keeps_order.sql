-- keeps_order(release)
-- Whether the entries of a release are in the order of its data set, which may tell what was merged, or may be: a
-- release that was imported need not say.
--
-- row:    one
-- column: keeps_order BOOLEAN
-- reads:  published
SELECT
    releases.family IN ('generalisation', 'uncertainty') AND setrisk_internal.keeps_order(releases.parameters)
        AS keeps_order
FROM setrisk.release AS releases
WHERE releases.release = $release
