-- disassociation_reconstructions(release, runs, seed)
-- One row per run, record of a disassociated release and item that the record gets in it: those of an anchor, and those of
-- the sub-records that fall to it, at random within the cluster that publishes them, or the joint one. Of a term of a term
-- chunk no more is known than that someone of the cluster has it: it falls to one.
-- run BIGINT: from 1; record BIGINT; item_id INTEGER: in the release; weight BIGINT: 1
-- internal
WITH anchors AS MATERIALIZED (
    SELECT
        row_number() OVER (ORDER BY each.cluster, each.anchor) AS record,
        each.cluster,
        each.anchor,
        each.items
    FROM setrisk.anchors($release) AS each
)
SELECT DISTINCT held.run, held.record, held.item_id, 1 AS weight
FROM (
    SELECT numbers.run, anchors.record, unnest(anchors.items) AS item_id
    FROM anchors
    CROSS JOIN setrisk.baseline_runs($runs) AS numbers
    UNION ALL
    SELECT drawn.run, anchors.record, unnest(placed.items) AS item_id
    FROM setrisk.random_anchors($release, placements := 1, runs := $runs, seed := $seed) AS drawn
    JOIN setrisk.pieces($release, placements := 1) AS placed ON placed.piece = drawn.piece
    JOIN anchors ON anchors.cluster = drawn.cluster AND anchors.anchor = drawn.anchor
) AS held
