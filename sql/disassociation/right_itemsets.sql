-- right_itemsets(release)
-- One row per itemset of 2 to m items of an original record, and anchor that may be the record and holds the itemset
-- rightly once a stored attack has put it together; for the owner.
-- attack VARCHAR; anchor BIGINT; tid BIGINT; items INTEGER[]: ascending
-- internal
-- Each by itself: of all joins in one the optimiser makes products.
WITH RECURSIVE placed AS MATERIALIZED (
    SELECT each.attack, each.piece, each.cluster, each.anchor, anchors.anchor_set, anchors.items
    FROM setrisk.placed_pieces($release) AS each
    JOIN setrisk.anchors($release) AS anchors ON anchors.cluster = each.cluster AND anchors.anchor = each.anchor
),
holders AS MATERIALIZED (
    SELECT each.piece, each.cluster, each.anchor_set, each.tid, pieces.items
    FROM setrisk.piece_holders($release) AS each
    JOIN setrisk.pieces($release) AS pieces ON pieces.piece = each.piece
),
entries AS MATERIALIZED (
    SELECT DISTINCT rightly.attack, rightly.anchor, rightly.tid, rightly.item_id
    FROM (
        SELECT placed.attack, placed.anchor, holders.tid, unnest(list_concat(holders.items, placed.items)) AS item_id
        FROM placed
        JOIN holders
            ON holders.piece = placed.piece AND holders.cluster = placed.cluster AND holders.anchor_set = placed.anchor_set
    ) AS rightly
),
promised AS MATERIALIZED (
    SELECT CAST(json_extract_string(made.parameters, '$.m') AS INTEGER) AS m
    FROM setrisk.release AS made
    WHERE made.release = $release
),
grown AS (
    SELECT entries.attack, entries.anchor, entries.tid, [entries.item_id] AS items
    FROM entries
    UNION ALL
    SELECT shorter.attack, shorter.anchor, shorter.tid, list_append(shorter.items, entries.item_id)
    FROM grown AS shorter
    JOIN entries
        ON entries.attack = shorter.attack
        AND entries.anchor = shorter.anchor
        AND entries.tid = shorter.tid
        AND entries.item_id > shorter.items[-1]
    CROSS JOIN promised
    WHERE len(shorter.items) < promised.m
)
SELECT grown.attack, grown.anchor, grown.tid, grown.items
FROM grown
WHERE len(grown.items) > 1
