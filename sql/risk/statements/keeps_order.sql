-- keeps_order(release)
-- Whether the entries of a release are in the order of its data set, which may tell what was merged.
--
-- row:    one
-- column: keeps_order BOOLEAN
-- reads:  published
SELECT coalesce(try_cast(json_extract_string(releases.parameters, '$.keep_order') AS BOOLEAN), false) AS keeps_order
FROM setrisk.release AS releases
WHERE releases.release = $release
