-- judged_placements(release, runs)
-- One row per try, and piece and cluster in which it places the piece; for the owner.
-- try BIGINT: of tries; piece BIGINT; cluster INTEGER; anchors BIT: the anchors of the cluster that get the piece, as their own
-- bits; holders BIT: which records of the cluster hold it, by their record_places; NULL where none does
-- internal
WITH tries AS MATERIALIZED (
    SELECT each.try, each.attack, each.run FROM setrisk.tries($release, $runs) AS each
),
placed AS (
    SELECT tries.try, stored.piece, stored.cluster, bit_or(anchors.own_bit) AS anchors
    FROM setrisk.placed_pieces($release) AS stored
    JOIN tries ON tries.attack = stored.attack
    JOIN setrisk.anchors($release) AS anchors ON anchors.cluster = stored.cluster AND anchors.anchor = stored.anchor
    GROUP BY tries.try, stored.piece, stored.cluster
    UNION ALL
    SELECT tries.try, random.piece, random.cluster, random.anchors
    FROM setrisk.random_placements($release, runs := $runs) AS random
    JOIN tries ON tries.attack = 'random baseline' AND tries.run = random.run
)
SELECT placed.try, placed.piece, placed.cluster, placed.anchors, held.holders
FROM placed
LEFT JOIN setrisk.piece_holders($release) AS held ON held.piece = placed.piece AND held.cluster = placed.cluster
