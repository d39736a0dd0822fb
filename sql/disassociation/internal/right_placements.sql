-- right_placements(release, attack := NULL)
-- One row per piece and anchor set that a stored attack places it on where a record with such an anchor holds it; for
-- the owner. attack: this one alone, or all where it is NULL.
--
-- row: one per piece and anchor set that a stored attack places it on where a record with such an anchor holds it; for
--     the owner
-- column: attack VARCHAR
-- column: piece BIGINT
-- column: items INTEGER[]: of the piece
-- column: cluster INTEGER
-- column: anchor_set BIGINT
-- column: anchors BIT: those of the set that get the piece, as their own bits
-- column: holders BIT: records that may be one of the set and hold the piece, by their record_places
-- reads: originals
-- duckdb only: bit_count
WITH placed AS MATERIALIZED (
    SELECT each.attack, each.piece, each.cluster, any_value(each.items) AS items, bit_or(anchors.own_bit) AS anchors
    FROM setrisk_internal.placed_fragments($release, attack := $attack) AS each
    JOIN setrisk_internal.anchors($release) AS anchors ON anchors.cluster = each.cluster AND anchors.anchor = each.anchor
    GROUP BY each.attack, each.piece, each.cluster
),
held AS MATERIALIZED (
    SELECT members.piece, members.cluster, bit_and(shown.holders) AS holders
    FROM (
        SELECT each.piece, each.cluster, len(each.items) AS size, unnest(each.items) AS item_id
        FROM (SELECT DISTINCT placed.piece, placed.cluster, placed.items FROM placed) AS each
    ) AS members
    JOIN setrisk_internal.cluster_items($release) AS shown ON shown.cluster = members.cluster AND shown.item_id = members.item_id
    GROUP BY members.piece, members.cluster, members.size
    HAVING count(*) = members.size AND bit_count(bit_and(shown.holders)) > 0
)
SELECT
    placed.attack,
    placed.piece,
    placed.items,
    placed.cluster,
    sets.anchor_set,
    placed.anchors & sets.anchors AS anchors,
    held.holders & sets.records AS holders
FROM placed
JOIN held ON held.piece = placed.piece AND held.cluster = placed.cluster
JOIN setrisk_internal.anchor_sets($release) AS sets ON sets.cluster = placed.cluster
WHERE bit_count(placed.anchors & sets.anchors) > 0 AND bit_count(held.holders & sets.records) > 0
