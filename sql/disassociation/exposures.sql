-- exposures(release)
-- One row per stored attack, hidden itemset of a cluster that it puts together where it is true, and original record that
-- it is true of; for the owner of the release.
-- attack VARCHAR; cluster INTEGER; items INTEGER[]: ascending; part VARCHAR: as in unseen_holders; support BIGINT: in the
-- cluster; anchor_set BIGINT: the anchors that may be the record; tid BIGINT; anchors BIGINT: of the set, that hold the
-- itemset for this record; found BIGINT: at most how many originals with that anchor set are found, each on an anchor of
-- its own; records BIGINT: originals with that anchor set that hold it; candidates BIGINT: reconstructed records of the
-- whole release in which someone who knows the itemset finds it
-- internal
WITH RECURSIVE hidden AS MATERIALIZED (
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
exposed AS MATERIALIZED (
    SELECT rightly.attack, rightly.anchor, hidden.holder
    FROM setrisk.right_itemsets($release) AS rightly
    JOIN hidden ON hidden.tid = rightly.tid AND hidden.items = rightly.items
),
by_record AS MATERIALIZED (
    SELECT exposed.attack, exposed.holder, count(*) AS anchors
    FROM exposed
    GROUP BY exposed.attack, exposed.holder
),
itemsets AS MATERIALIZED (
    SELECT DISTINCT by_record.attack, hidden.items
    FROM by_record
    JOIN hidden ON hidden.holder = by_record.holder
),
beginnings AS MATERIALIZED (
    SELECT each.attack, each.items, bool_or(each.goes_on) AS goes_on
    FROM (
        SELECT
            listed.attack,
            list_filter(listed.items, lambda member: member <= listed.last_item) AS items,
            listed.last_item < listed.items[-1] AS goes_on
        FROM (
            SELECT itemsets.attack, itemsets.items, unnest(itemsets.items) AS last_item
            FROM itemsets
        ) AS listed
    ) AS each
    GROUP BY each.attack, each.items
),
-- Anchors that are equal get equal pieces: many reconstructed records are alike.
alike AS MATERIALIZED (
    SELECT records.attack, records.items, count(*) AS n, row_number() OVER () AS record
    FROM (
        SELECT each.attack, list_sort(list(DISTINCT each.item_id)) AS items
        FROM setrisk.reconstructed_items($release) AS each
        GROUP BY each.attack, each.cluster, each.anchor
    ) AS records
    GROUP BY records.attack, records.items
),
reconstructed AS MATERIALIZED (
    SELECT alike.attack, alike.record, alike.n, unnest(alike.items) AS item_id
    FROM alike
),
found AS (
    SELECT reconstructed.attack, reconstructed.record, reconstructed.n, beginnings.items, beginnings.goes_on
    FROM reconstructed
    JOIN beginnings ON beginnings.attack = reconstructed.attack AND beginnings.items = [reconstructed.item_id]
    UNION ALL
    SELECT longer.attack, longer.record, longer.n, longer.items, beginnings.goes_on
    FROM (
        SELECT
            shorter.attack, shorter.record, shorter.n, list_append(shorter.items, reconstructed.item_id) AS items
        FROM found AS shorter
        JOIN reconstructed
            ON reconstructed.record = shorter.record AND reconstructed.item_id > shorter.items[-1]
        WHERE shorter.goes_on
    ) AS longer
    JOIN beginnings ON beginnings.attack = longer.attack AND beginnings.items = longer.items
),
candidates AS (
    SELECT found.attack, found.items, CAST(sum(found.n) AS BIGINT) AS n
    FROM found
    GROUP BY found.attack, found.items
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
    hidden.records,
    candidates.n AS candidates
FROM by_record
JOIN hidden ON hidden.holder = by_record.holder
JOIN candidates ON candidates.attack = by_record.attack AND candidates.items = hidden.items
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
