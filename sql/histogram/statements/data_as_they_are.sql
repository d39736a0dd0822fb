-- data_as_they_are(release)
-- A release that shows the data of another one as they are, and was assessed: the last that was made, if there are
-- several.
--
-- row:    one, or none
-- column: release VARCHAR
-- reads:  originals
SELECT identities.release
FROM setrisk.release AS releases
JOIN setrisk.release AS identities ON identities.dataset = releases.dataset
SEMI JOIN setrisk_private.assessed_attack AS attacks ON attacks.release = identities.release
WHERE releases.release = $release AND identities.release <> releases.release
    -- A histogram without noise.
    AND identities.family = 'histogram' AND list_contains(identities.marks, 'unprotected')
ORDER BY identities.created_at DESC, identities.release
LIMIT 1
