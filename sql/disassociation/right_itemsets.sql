-- right_itemsets(release)
-- One row per itemset of 2 to m items of an original record, and anchor that may be the record and holds the itemset
-- rightly once a stored attack has put it together; for the owner.
-- attack VARCHAR; anchor BIGINT; tid BIGINT; items INTEGER[]: ascending
-- internal
WITH RECURSIVE rightly AS MATERIALIZED (
    SELECT each.attack, each.piece, each.cluster, each.anchor, each.tid
    FROM setrisk.right_placements($release) AS each
),
entries AS MATERIALIZED (
    SELECT rightly.attack, rightly.anchor, rightly.tid, members.item_id
    FROM rightly
    JOIN (
        SELECT pieces.piece, unnest(pieces.items) AS item_id
        FROM setrisk.pieces($release) AS pieces
    ) AS members ON members.piece = rightly.piece
    UNION
    SELECT rightly.attack, rightly.anchor, rightly.tid, members.item_id
    FROM rightly
    JOIN (
        SELECT anchors.cluster, anchors.anchor, unnest(anchors.items) AS item_id
        FROM setrisk.anchors($release) AS anchors
    ) AS members ON members.cluster = rightly.cluster AND members.anchor = rightly.anchor
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
