-- stored_placements(release, attacks := NULL)
-- Where stored attacks place each fragment, by cluster.
--
-- parameter: attacks: stored attacks, or NULL for all
-- row: one per stored attack, fragment, and cluster that the fragment is placed in
-- column: attack VARCHAR
-- column: fragment BIGINT
-- column: cluster INTEGER, >= 1
-- column: anchors BIT: anchors of the cluster that get the fragment, as in anchors.own_bit
-- reads: published
SELECT placements.attack, placements.fragment, placements.cluster, bit_or(anchors.own_bit) AS anchors
FROM setrisk_internal.placed_fragments($release, attacks := $attacks) AS placements
JOIN setrisk_internal.anchors($release) AS anchors
    ON anchors.cluster = placements.cluster AND anchors.anchor = placements.anchor
GROUP BY placements.attack, placements.fragment, placements.cluster
