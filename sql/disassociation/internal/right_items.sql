-- right_items(release, attack := NULL)
-- The items of original records that a stored attack places correctly: on an anchor that may be the record. The items
-- of that anchor are included.
--
-- parameter: attack: a stored attack, or NULL for all
-- row: one per stored attack, original record and item
-- column: attack VARCHAR
-- column: tid BIGINT
-- column: cluster INTEGER
-- column: anchor_set BIGINT
-- column: item_id INTEGER
-- column: anchors BIT: anchors that may be the record and have the item, as in anchors.own_bit
-- reads: originals
-- duckdb only: getbit of a string of bits
WITH right_records AS MATERIALIZED (
    SELECT
        placements.attack,
        places.tid,
        placements.cluster,
        placements.anchor_set,
        members.item_id,
        bit_or(placements.anchors) AS anchors
    FROM setrisk_internal.right_placements($release, attack := $attack) AS placements
    JOIN setrisk_internal.record_places($release) AS places
        ON places.cluster = placements.cluster
        AND places.anchor_set = placements.anchor_set
        AND get_bit(placements.holders, places.place) = 1
    JOIN (
        SELECT fragments.fragment, unnest(fragments.items) AS item_id
        FROM setrisk_internal.fragments($release) AS fragments
    ) AS members
        ON members.fragment = placements.fragment
    GROUP BY placements.attack, places.tid, placements.cluster, placements.anchor_set, members.item_id
)
SELECT
    right_records.attack,
    right_records.tid,
    right_records.cluster,
    right_records.anchor_set,
    right_records.item_id,
    right_records.anchors
FROM right_records
UNION ALL
SELECT people.attack, people.tid, people.cluster, people.anchor_set, anchor_items.item_id, sets.anchors
FROM (
    SELECT DISTINCT right_records.attack, right_records.tid, right_records.cluster, right_records.anchor_set
    FROM right_records
) AS people
JOIN setrisk_internal.anchor_sets($release) AS sets
    ON sets.cluster = people.cluster AND sets.anchor_set = people.anchor_set
JOIN (
    SELECT anchors.cluster, anchors.anchor_set, unnest(anchors.items) AS item_id
    FROM setrisk_internal.anchors($release) AS anchors
    WHERE anchors.nth = 1
) AS anchor_items ON anchor_items.cluster = people.cluster AND anchor_items.anchor_set = people.anchor_set
