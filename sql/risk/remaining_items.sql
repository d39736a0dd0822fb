-- remaining_items(release)
-- One row per item that a record of a generalised release may still hold after an attack; attack 'none' is the release
-- as published.
-- attack VARCHAR; record BIGINT; item_id INTEGER
SELECT attacks.attack, shown.record, shown.item_id
FROM setrisk.shown_items($release) AS shown
CROSS JOIN (
    SELECT 'none' AS attack
    UNION ALL
    SELECT stored.attack FROM setrisk.attack AS stored WHERE stored.release = $release
) AS attacks
LEFT JOIN setrisk.elimination AS gone
    ON gone.release = $release
    AND gone.attack = attacks.attack
    AND gone.record = shown.record
    AND gone.item_id = shown.item_id
WHERE gone.item_id IS NULL
