-- exposures(release)
-- One row per stored attack, hidden itemset of a cluster that it puts together where it is true, and original record that
-- it is true of; for the owner of the release.
-- attack VARCHAR; cluster INTEGER; items INTEGER[]: ascending; part VARCHAR: as in unseen_holders; support BIGINT: in the
-- cluster; anchor_set BIGINT; anchors BIGINT: of the set, that hold it; tid BIGINT
-- internal
WITH hidden AS MATERIALIZED (
    SELECT each.cluster, each.items, each.tid, each.support, each.part, row_number() OVER () AS holder
    FROM setrisk.unseen_holders($release) AS each
),
members AS MATERIALIZED (
    SELECT hidden.holder, hidden.tid, len(hidden.items) AS size, unnest(hidden.items) AS item_id
    FROM hidden
),
right_items AS MATERIALIZED (
    SELECT DISTINCT listed.attack, listed.anchor, listed.anchor_set, listed.tid, listed.item_id
    FROM (
        SELECT placed.attack, rightly.anchor, rightly.anchor_set, rightly.tid, unnest(rightly.items) AS item_id
        FROM setrisk.placed_pieces($release) AS placed
        JOIN setrisk.right_pieces($release) AS rightly
            ON rightly.piece = placed.piece AND rightly.cluster = placed.cluster AND rightly.anchor = placed.anchor
    ) AS listed
)
SELECT
    exposed.attack,
    hidden.cluster,
    hidden.items,
    hidden.part,
    hidden.support,
    exposed.anchor_set,
    count(*) AS anchors,
    hidden.tid
FROM (
    SELECT right_items.attack, right_items.anchor, right_items.anchor_set, members.holder
    FROM right_items
    JOIN members ON members.tid = right_items.tid AND members.item_id = right_items.item_id
    GROUP BY right_items.attack, right_items.anchor, right_items.anchor_set, members.holder, members.size
    HAVING count(*) = members.size
) AS exposed
JOIN hidden ON hidden.holder = exposed.holder
GROUP BY
    exposed.attack, hidden.holder, hidden.cluster, hidden.items, hidden.part, hidden.support, exposed.anchor_set, hidden.tid
