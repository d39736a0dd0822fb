-- exposed_records(release, attack := NULL)
-- One row per stored attack, hidden itemset of a cluster that it puts together where it is true, and original record
-- that it is true of; for the owner of the release. The itemset is `prefix`, all of its items but the last, and
-- `item_id`, the last one. attack: this one alone, or all where it is NULL.
--
-- row: one per stored attack, hidden itemset of a cluster that it puts together where it is true, and original record
--     that it is true of; for the owner of the release
-- column: attack VARCHAR
-- column: cluster INTEGER
-- column: prefix VARCHAR: ascending, separated by commas
-- column: item_id INTEGER
-- column: anchor_set BIGINT: the anchors that may be the record
-- column: tid BIGINT
-- column: anchors BIT: of the set, those that hold the itemset for this record
-- column: holders BIT: records of the cluster that hold it, by their record_places
-- reads: originals
-- duckdb only: bit_count
WITH RECURSIVE entries AS MATERIALIZED (
    SELECT
        found.attack, found.tid, found.cluster, found.anchor_set, found.item_id, found.anchors, shown.holders, shown.shown_in
    FROM setrisk_internal.right_items($release, attack := $attack) AS found
    JOIN setrisk_internal.cluster_items($release) AS shown ON shown.cluster = found.cluster AND shown.item_id = found.item_id
),
promised AS MATERIALIZED (
    SELECT each.k, each.m FROM setrisk_internal.promised_support($release) AS each
),
-- Itemsets of 1 to m - 1 items, which `more` items may extend. Those of m are the most, and are told below without being kept.
prefixes AS (
    SELECT
        entries.attack,
        entries.tid,
        CAST(entries.item_id AS VARCHAR) AS prefix,
        entries.item_id AS last_item,
        promised.m - 1 AS more,
        entries.anchors,
        entries.holders,
        entries.shown_in,
        false AS is_hidden
    FROM entries
    CROSS JOIN promised
    UNION ALL
    SELECT
        shorter.attack,
        shorter.tid,
        shorter.prefix || ',' || entries.item_id,
        entries.item_id,
        shorter.more - 1,
        shorter.anchors & entries.anchors,
        shorter.holders & entries.holders,
        shorter.shown_in,
        shorter.is_hidden OR entries.shown_in <> shorter.shown_in
    FROM prefixes AS shorter
    JOIN entries
        ON entries.attack = shorter.attack AND entries.tid = shorter.tid AND entries.item_id > shorter.last_item
    WHERE shorter.more > 1 AND bit_count(shorter.anchors & entries.anchors) > 0
)
SELECT
    prefixes.attack,
    entries.cluster,
    prefixes.prefix,
    entries.item_id,
    entries.anchor_set,
    prefixes.tid,
    prefixes.anchors & entries.anchors AS anchors,
    prefixes.holders & entries.holders AS holders
FROM prefixes
JOIN entries
    ON entries.attack = prefixes.attack AND entries.tid = prefixes.tid AND entries.item_id > prefixes.last_item
CROSS JOIN promised
WHERE prefixes.more > 0
    AND (prefixes.is_hidden OR entries.shown_in <> prefixes.shown_in)
    AND bit_count(prefixes.anchors & entries.anchors) > 0
    AND bit_count(prefixes.holders & entries.holders) < promised.k
