-- exposures(release, runs := 0)
-- One row per hidden itemset of a cluster, attack and run that puts it together where it is true, and original record that
-- it is true of; for the owner of the release. With `runs`, runs of the random baseline stand beside the stored attacks.
-- attack VARCHAR; run BIGINT; cluster INTEGER; items INTEGER[]: ascending; part VARCHAR: as in unseen_itemsets; support
-- BIGINT: in the cluster; anchor_set BIGINT; anchors BIGINT: of the set, that hold it; tid BIGINT
-- internal
WITH RECURSIVE right_pieces AS MATERIALIZED (
    SELECT each.attack, each.run, each.piece, each.cluster, each.anchor, each.anchor_set, each.tid
    FROM setrisk.right_pieces($release, runs := $runs) AS each
),
right_items AS MATERIALIZED (
    SELECT placed.attack, placed.run, placed.cluster, placed.anchor, placed.anchor_set, placed.tid, members.item_id
    FROM right_pieces AS placed
    JOIN (SELECT each.piece, unnest(each.items) AS item_id FROM setrisk.pieces($release) AS each) AS members
        ON members.piece = placed.piece
    UNION
    SELECT placed.attack, placed.run, placed.cluster, placed.anchor, placed.anchor_set, placed.tid, members.item_id
    FROM right_pieces AS placed
    JOIN (SELECT each.cluster, each.anchor, unnest(each.items) AS item_id FROM setrisk.anchors($release) AS each) AS members
        ON members.cluster = placed.cluster AND members.anchor = placed.anchor
),
promised AS MATERIALIZED (
    SELECT CAST(json_extract_string(made.parameters, '$.m') AS INTEGER) AS m
    FROM setrisk.release AS made
    WHERE made.release = $release
),
grown AS (
    SELECT
        each.attack, each.run, each.cluster, each.anchor, each.anchor_set, each.tid, [each.item_id] AS items
    FROM right_items AS each
    UNION ALL
    SELECT
        shorter.attack,
        shorter.run,
        shorter.cluster,
        shorter.anchor,
        shorter.anchor_set,
        shorter.tid,
        list_append(shorter.items, following.item_id)
    FROM grown AS shorter
    JOIN right_items AS following
        ON following.attack = shorter.attack
        AND following.run = shorter.run
        AND following.cluster = shorter.cluster
        AND following.anchor = shorter.anchor
        AND following.tid = shorter.tid
        AND following.item_id > shorter.items[-1]
    CROSS JOIN promised
    WHERE len(shorter.items) < promised.m
)
SELECT
    grown.attack,
    grown.run,
    grown.cluster,
    grown.items,
    hidden.part,
    hidden.support,
    grown.anchor_set,
    count(*) AS anchors,
    grown.tid
FROM grown
JOIN setrisk.unseen_itemsets($release) AS hidden ON hidden.cluster = grown.cluster AND hidden.items = grown.items
GROUP BY
    grown.attack, grown.run, grown.cluster, grown.items, hidden.part, hidden.support, grown.anchor_set, grown.tid
