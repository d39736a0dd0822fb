-- judged_placements(release, runs)
-- One row per try, and piece and cluster in which it places the piece; for the owner.
--
-- row: one per try, and piece and cluster in which it places the piece; for the owner
-- column: try BIGINT: of tries
-- column: piece BIGINT
-- column: cluster INTEGER
-- column: anchors BIT: the anchors of the cluster that get the piece, as their own bits
-- column: holders BIT?: which records of the cluster hold it, by their record_places; NULL where none does
-- reads: originals
WITH tries AS MATERIALIZED (
    SELECT each.try, each.attack, each.run FROM setrisk_internal.placements($release, $runs) AS each
),
placed AS (
    SELECT tries.try, stored.piece, stored.cluster, bit_or(anchors.own_bit) AS anchors
    FROM setrisk_internal.placed_fragments($release) AS stored
    JOIN tries ON tries.attack = stored.attack
    JOIN setrisk_internal.anchors($release) AS anchors ON anchors.cluster = stored.cluster AND anchors.anchor = stored.anchor
    GROUP BY tries.try, stored.piece, stored.cluster
    UNION ALL
    SELECT tries.try, random.piece, random.cluster, random.anchors
    FROM setrisk_internal.random_placements($release, runs := $runs) AS random
    JOIN tries ON tries.attack = 'random baseline' AND tries.run = random.run
)
SELECT placed.try, placed.piece, placed.cluster, placed.anchors, held.holders
FROM placed
LEFT JOIN setrisk_internal.fragment_records($release) AS held ON held.piece = placed.piece AND held.cluster = placed.cluster
