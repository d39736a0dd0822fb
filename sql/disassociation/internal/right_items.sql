-- right_items(release, attack := NULL)
-- One row per stored attack, original record and item of it that the attack puts rightly on an anchor that may be the
-- record; with them the items of the anchor. For the owner. attack: this one alone, or all where it is NULL.
--
-- row: one per stored attack, original record and item of it that the attack puts rightly on an anchor that may be the
--     record; with them the items of the anchor
-- column: attack VARCHAR
-- column: tid BIGINT
-- column: cluster INTEGER
-- column: anchor_set BIGINT
-- column: item_id INTEGER
-- column: anchors BIT: those that may be the record and have the item, by their place in the cluster
-- reads: originals
-- duckdb only: getbit of a string of bits
WITH found AS MATERIALIZED (
    SELECT rightly.attack, places.tid, rightly.cluster, rightly.anchor_set, members.item_id, bit_or(rightly.anchors) AS anchors
    FROM setrisk_internal.right_placements($release, attack := $attack) AS rightly
    JOIN setrisk_internal.record_places($release) AS places
        ON places.cluster = rightly.cluster
        AND places.anchor_set = rightly.anchor_set
        AND get_bit(rightly.holders, places.place) = 1
    JOIN (SELECT each.piece, unnest(each.items) AS item_id FROM setrisk_internal.fragments($release) AS each) AS members
        ON members.piece = rightly.piece
    GROUP BY rightly.attack, places.tid, rightly.cluster, rightly.anchor_set, members.item_id
)
SELECT found.attack, found.tid, found.cluster, found.anchor_set, found.item_id, found.anchors
FROM found
UNION ALL
SELECT people.attack, people.tid, people.cluster, people.anchor_set, own.item_id, sets.anchors
FROM (SELECT DISTINCT each.attack, each.tid, each.cluster, each.anchor_set FROM found AS each) AS people
JOIN setrisk_internal.anchor_sets($release) AS sets ON sets.cluster = people.cluster AND sets.anchor_set = people.anchor_set
JOIN (
    SELECT each.cluster, each.anchor_set, unnest(each.items) AS item_id
    FROM setrisk_internal.anchors($release) AS each
    WHERE each.nth = 1
) AS own ON own.cluster = people.cluster AND own.anchor_set = people.anchor_set
