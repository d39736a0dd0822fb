-- grown_hidden_itemsets(source, promise)
-- The itemsets of 2 to m items of original records that the release hides: fewer than k records of the cluster hold
-- them, and no published sub-record of the cluster shows them.
--
-- parameter: source: the name of a CTE of the caller with the items of the records: attack, tid, item_id, cluster,
--     anchor_set, anchors, and holders, shown_in, of_chunks and of_terms as in cluster_items
-- parameter: promise: the name of a CTE of the caller with k and m of the release
-- row: one per attack, original record and hidden itemset that some anchor has all items of
-- column: attack VARCHAR: as in the source
-- column: tid BIGINT, >= 1
-- column: cluster INTEGER, >= 1
-- column: anchor_set BIGINT
-- column: prefix VARCHAR: all items of the itemset but the last, ascending, separated by commas
-- column: item_id INTEGER: the last item of the itemset
-- column: anchors BIT: those that all items have
-- column: holders BIT: original records of the cluster that hold the itemset, as in record_places.own_bit
-- column: of_chunks BOOLEAN: whether one of the items is of chunks, as in cluster_items
-- column: of_terms BOOLEAN: whether one of them is of terms
-- reads: nothing, $source: originals, $promise: published
-- duckdb only: query_table, bit_count
WITH RECURSIVE prefixes AS (
    -- Not by grown_itemsets: which itemsets grow on depends on the records and anchors that have all items so far.
    -- Itemsets of 1 to m - 1 items, which `more` items may extend. Those of m items are the most, and are
    -- computed below without being stored.
    SELECT
        entries.attack,
        entries.tid,
        CAST(entries.item_id AS VARCHAR) AS prefix,
        entries.item_id AS last_item,
        promises.m - 1 AS more,
        entries.anchors,
        entries.holders,
        entries.shown_in,
        false AS is_hidden,
        entries.of_chunks,
        entries.of_terms
    FROM query_table($source) AS entries
    CROSS JOIN query_table($promise) AS promises
    UNION ALL
    SELECT
        prefixes.attack,
        prefixes.tid,
        prefixes.prefix || ',' || entries.item_id,
        entries.item_id,
        prefixes.more - 1,
        prefixes.anchors & entries.anchors,
        prefixes.holders & entries.holders,
        prefixes.shown_in,
        prefixes.is_hidden OR entries.shown_in <> prefixes.shown_in,
        prefixes.of_chunks OR entries.of_chunks,
        prefixes.of_terms OR entries.of_terms
    FROM prefixes
    JOIN query_table($source) AS entries
        ON entries.attack = prefixes.attack AND entries.tid = prefixes.tid AND entries.item_id > prefixes.last_item
    WHERE prefixes.more > 1 AND bit_count(prefixes.anchors & entries.anchors) > 0
)
SELECT
    prefixes.attack,
    prefixes.tid,
    entries.cluster,
    entries.anchor_set,
    prefixes.prefix,
    entries.item_id,
    prefixes.anchors & entries.anchors AS anchors,
    prefixes.holders & entries.holders AS holders,
    prefixes.of_chunks OR entries.of_chunks AS of_chunks,
    prefixes.of_terms OR entries.of_terms AS of_terms
FROM prefixes
JOIN query_table($source) AS entries
    ON entries.attack = prefixes.attack AND entries.tid = prefixes.tid AND entries.item_id > prefixes.last_item
CROSS JOIN query_table($promise) AS promises
WHERE prefixes.more > 0
    AND (prefixes.is_hidden OR entries.shown_in <> prefixes.shown_in)
    AND bit_count(prefixes.anchors & entries.anchors) > 0
    AND bit_count(prefixes.holders & entries.holders) < promises.k
