-- reconstructed_items(release, attack := NULL)
-- One row per item of a record that an attack has put together, and chunk that it comes from: those of an anchor, and
-- those that a stored attack places on it. Attack 'none' is the anchors alone. attack: this one alone, or all where it
-- is NULL.
--
-- row: one per item of a record that an attack has put together, and chunk that it comes from
-- column: attack VARCHAR
-- column: cluster INTEGER
-- column: anchor BIGINT
-- column: item_id INTEGER
-- column: part VARCHAR: 'anchors', 'record chunks' (shared ones too) or 'term chunks'
-- reads: published
SELECT attacks.attack, anchors.cluster, anchors.anchor, anchors.item_id, 'anchors' AS part
FROM (
    SELECT each.cluster, each.anchor, unnest(each.items) AS item_id
    FROM setrisk_internal.anchors($release) AS each
) AS anchors
CROSS JOIN setrisk_internal.attacks_and_none($release, attack := $attack) AS attacks
UNION ALL
SELECT DISTINCT stored.attack, stored.cluster, stored.anchor, stored.item_id, 'term chunks' AS part
FROM setrisk.reassociation AS stored
WHERE stored.release = $release AND stored.item_id IS NOT NULL AND ($attack IS NULL OR stored.attack = $attack)
UNION ALL
SELECT DISTINCT stored.attack, stored.cluster, stored.anchor, shown.item_id, 'record chunks' AS part
FROM setrisk.reassociation AS stored
JOIN setrisk.chunk_record AS shown
    ON shown.release = stored.release
    AND shown.cluster = stored.home
    AND shown.chunk = stored.chunk
    AND shown.record = stored.record
WHERE stored.release = $release AND ($attack IS NULL OR stored.attack = $attack)
