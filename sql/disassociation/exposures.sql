-- exposures(release)
-- One row per stored attack, hidden itemset of a cluster that it puts together where it is true, and original record that
-- it is true of; for the owner of the release.
-- attack VARCHAR; cluster INTEGER; items INTEGER[]: ascending; part VARCHAR: as in unseen_holders; support BIGINT: in the
-- cluster; anchor_set BIGINT; anchors BIGINT: of the set, that hold it; tid BIGINT
-- internal
-- duckdb only: list_has_all
SELECT
    found.attack,
    hidden.cluster,
    hidden.items,
    hidden.part,
    hidden.support,
    found.anchor_set,
    count(*) AS anchors,
    hidden.tid
FROM (
    SELECT placed.attack, rightly.anchor, rightly.anchor_set, rightly.tid, flatten(list(rightly.items)) AS items
    FROM setrisk.placed_pieces($release) AS placed
    JOIN setrisk.right_pieces($release) AS rightly
        ON rightly.piece = placed.piece AND rightly.cluster = placed.cluster AND rightly.anchor = placed.anchor
    GROUP BY placed.attack, rightly.anchor, rightly.anchor_set, rightly.tid
) AS found
JOIN setrisk.unseen_holders($release) AS hidden ON hidden.tid = found.tid
WHERE list_has_all(found.items, hidden.items)
GROUP BY found.attack, hidden.cluster, hidden.items, hidden.part, hidden.support, found.anchor_set, hidden.tid
