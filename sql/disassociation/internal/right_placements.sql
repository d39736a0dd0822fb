-- right_placements(release, attack := NULL)
-- The placements of stored attacks that are correct: some original record with such an anchor holds the fragment.
--
-- parameter: attack: a stored attack, or NULL for all
-- row: one per stored attack, fragment and anchor set
-- column: attack VARCHAR
-- column: fragment BIGINT
-- column: items INTEGER[]: items of the fragment
-- column: cluster INTEGER
-- column: anchor_set BIGINT
-- column: anchors BIT: anchors of the set that get the fragment, as in anchors.own_bit
-- column: holders BIT: original records that have such an anchor and hold the fragment, as in record_places.own_bit
-- reads: originals
-- duckdb only: bit_count
WITH placed AS MATERIALIZED (
    SELECT
        placements.attack,
        placements.fragment,
        placements.cluster,
        any_value(placements.items) AS items,
        bit_or(anchors.own_bit) AS anchors
    FROM setrisk_internal.placed_fragments($release, attack := $attack) AS placements
    JOIN setrisk_internal.anchors($release) AS anchors
        ON anchors.cluster = placements.cluster AND anchors.anchor = placements.anchor
    GROUP BY placements.attack, placements.fragment, placements.cluster
),
fragment_records AS MATERIALIZED (
    SELECT members.fragment, members.cluster, bit_and(cluster_items.holders) AS holders
    FROM (
        SELECT fragments.fragment, fragments.cluster, len(fragments.items) AS size, unnest(fragments.items) AS item_id
        FROM (SELECT DISTINCT placed.fragment, placed.cluster, placed.items FROM placed) AS fragments
    ) AS members
    JOIN setrisk_internal.cluster_items($release) AS cluster_items
        ON cluster_items.cluster = members.cluster AND cluster_items.item_id = members.item_id
    GROUP BY members.fragment, members.cluster, members.size
    HAVING count(*) = members.size AND bit_count(bit_and(cluster_items.holders)) > 0
)
SELECT
    placed.attack,
    placed.fragment,
    placed.items,
    placed.cluster,
    sets.anchor_set,
    placed.anchors & sets.anchors AS anchors,
    fragment_records.holders & sets.records AS holders
FROM placed
JOIN fragment_records ON fragment_records.fragment = placed.fragment AND fragment_records.cluster = placed.cluster
JOIN setrisk_internal.anchor_sets($release) AS sets ON sets.cluster = placed.cluster
WHERE bit_count(placed.anchors & sets.anchors) > 0 AND bit_count(fragment_records.holders & sets.records) > 0
