-- exposures(release)
-- One row per stored attack, hidden itemset of a cluster that it puts together where it is true, and original record that
-- it is true of; for the owner of the release.
-- attack VARCHAR; cluster INTEGER; items INTEGER[]: ascending; part VARCHAR: as in unseen_holders; support BIGINT: in the
-- cluster; anchor_set BIGINT: the anchors that may be the record; tid BIGINT; anchors BIGINT: of the set, that hold the
-- itemset for this record; found BIGINT: at most how many originals with that anchor set are found, each on an anchor of
-- its own; records BIGINT: originals with that anchor set that hold it
-- internal
WITH hidden AS MATERIALIZED (
    SELECT
        each.cluster,
        each.items,
        each.tid,
        each.support,
        each.part,
        originals.anchor_set,
        row_number() OVER () AS holder,
        min(each.tid) OVER equal_ones AS first_tid,
        count(*) OVER equal_ones AS records
    FROM setrisk.unseen_holders($release) AS each
    JOIN setrisk.original_records($release) AS originals ON originals.tid = each.tid
    WINDOW equal_ones AS (PARTITION BY each.cluster, each.items, originals.anchor_set)
),
members AS MATERIALIZED (
    SELECT hidden.holder, hidden.tid, len(hidden.items) AS size, unnest(hidden.items) AS item_id
    FROM hidden
),
right_items AS MATERIALIZED (
    SELECT DISTINCT listed.attack, listed.anchor, listed.tid, listed.item_id
    FROM (
        SELECT placed.attack, rightly.anchor, rightly.tid, unnest(rightly.items) AS item_id
        FROM setrisk.placed_pieces($release) AS placed
        JOIN setrisk.right_pieces($release) AS rightly
            ON rightly.piece = placed.piece AND rightly.cluster = placed.cluster AND rightly.anchor = placed.anchor
    ) AS listed
),
exposed AS MATERIALIZED (
    SELECT right_items.attack, right_items.anchor, members.holder
    FROM right_items
    JOIN members ON members.tid = right_items.tid AND members.item_id = right_items.item_id
    GROUP BY right_items.attack, right_items.anchor, members.holder, members.size
    HAVING count(*) = members.size
)
SELECT
    by_record.attack,
    hidden.cluster,
    hidden.items,
    hidden.part,
    hidden.support,
    hidden.anchor_set,
    hidden.tid,
    by_record.anchors,
    by_set.found,
    hidden.records
FROM (
    SELECT exposed.attack, exposed.holder, count(*) AS anchors
    FROM exposed
    GROUP BY exposed.attack, exposed.holder
) AS by_record
JOIN hidden ON hidden.holder = by_record.holder
JOIN (
    SELECT
        exposed.attack,
        of_set.items,
        of_set.first_tid,
        least(count(DISTINCT exposed.anchor), count(DISTINCT exposed.holder)) AS found
    FROM exposed
    JOIN hidden AS of_set ON of_set.holder = exposed.holder
    GROUP BY exposed.attack, of_set.items, of_set.first_tid
) AS by_set
    ON by_set.attack = by_record.attack AND by_set.items = hidden.items AND by_set.first_tid = hidden.first_tid
