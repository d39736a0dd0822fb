-- exposed_records(release, attack := NULL)
-- The original records for which a stored attack recovers a hidden itemset correctly.
--
-- parameter: attack: a stored attack, or NULL for all
-- row: one per stored attack, original record and hidden itemset that is recovered for it
-- column: attack VARCHAR
-- column: cluster INTEGER
-- column: prefix VARCHAR: all items of the itemset but the last, ascending, separated by commas
-- column: item_id INTEGER: the last item of the itemset
-- column: anchor_set BIGINT: the anchors that may be the record
-- column: tid BIGINT
-- column: anchors BIT: anchors of the set that hold the itemset for this record, as in anchors.own_bit
-- column: holders BIT: original records of the cluster that hold the itemset, as in record_places.own_bit
-- reads: originals
-- duckdb only: bit_count
WITH RECURSIVE entries AS MATERIALIZED (
    SELECT
        right_items.attack,
        right_items.tid,
        right_items.cluster,
        right_items.anchor_set,
        right_items.item_id,
        right_items.anchors,
        cluster_items.holders,
        cluster_items.shown_in
    FROM setrisk_internal.right_items($release, attack := $attack) AS right_items
    JOIN setrisk_internal.cluster_items($release) AS cluster_items
        ON cluster_items.cluster = right_items.cluster AND cluster_items.item_id = right_items.item_id
),
promised AS MATERIALIZED (
    SELECT support.k, support.m FROM setrisk_internal.promised_support($release) AS support
),
-- Itemsets of 1 to m - 1 items, which `more` items may extend. Those of m items are the most, and are
-- computed below without being stored.
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
