-- unseen_itemsets(release)
-- The hidden itemsets of a disassociated release, as numbers: 2 to m items that fewer than k original records of a
-- cluster hold and that no published sub-record of the cluster shows.
--
-- row: one per cluster and hidden itemset
-- column: cluster INTEGER
-- column: prefix VARCHAR: all items but the last, ascending, separated by commas
-- column: item_id INTEGER: the last item
-- column: support BIGINT, records, >= 1: original records of the cluster that hold it
-- column: part VARCHAR: where its items outside the anchoring chunk are published: 'record_chunk' (shared chunks
--     included), 'term_chunk' or 'both'
-- reads: originals
-- duckdb only: bit_count, bit_position
WITH RECURSIVE entries AS MATERIALIZED (
    SELECT
        originals.tid,
        originals.cluster,
        originals.item_id,
        cluster_items.of_chunks,
        cluster_items.of_terms,
        cluster_items.shown_in,
        cluster_items.holders
    FROM setrisk_internal.original_entries($release) AS originals
    JOIN setrisk_internal.cluster_items($release) AS cluster_items
        ON cluster_items.cluster = originals.cluster AND cluster_items.item_id = originals.item_id
),
promised AS MATERIALIZED (
    SELECT support.k, support.m FROM setrisk_internal.promised_support($release) AS support
),
-- Itemsets of 1 to m - 1 items, which `more` items may extend. Those of m items are the most, and are
-- computed below without being stored.
prefixes AS (
    SELECT
        entries.tid,
        CAST(entries.item_id AS VARCHAR) AS prefix,
        entries.item_id AS last_item,
        promised.m - 1 AS more,
        entries.holders,
        entries.shown_in,
        false AS is_hidden,
        entries.of_chunks,
        entries.of_terms
    FROM entries
    CROSS JOIN promised
    UNION ALL
    SELECT
        shorter.tid,
        shorter.prefix || ',' || entries.item_id,
        entries.item_id,
        shorter.more - 1,
        shorter.holders & entries.holders,
        shorter.shown_in,
        shorter.is_hidden OR entries.shown_in <> shorter.shown_in,
        shorter.of_chunks OR entries.of_chunks,
        shorter.of_terms OR entries.of_terms
    FROM prefixes AS shorter
    JOIN entries ON entries.tid = shorter.tid AND entries.item_id > shorter.last_item
    WHERE shorter.more > 1
)
SELECT
    itemsets.cluster,
    itemsets.prefix,
    itemsets.item_id,
    bit_count(itemsets.holders) AS support,
    CASE
        WHEN itemsets.of_chunks AND itemsets.of_terms THEN 'both'
        WHEN itemsets.of_terms THEN 'term_chunk'
        ELSE 'record_chunk'
    END AS part
FROM (
    SELECT
        entries.tid,
        entries.cluster,
        prefixes.prefix,
        entries.item_id,
        prefixes.holders & entries.holders AS holders,
        prefixes.of_chunks OR entries.of_chunks AS of_chunks,
        prefixes.of_terms OR entries.of_terms AS of_terms
    FROM prefixes
    JOIN entries ON entries.tid = prefixes.tid AND entries.item_id > prefixes.last_item
    CROSS JOIN promised
    WHERE prefixes.more > 0
        AND (prefixes.is_hidden OR entries.shown_in <> prefixes.shown_in)
        AND bit_count(prefixes.holders & entries.holders) < promised.k
) AS itemsets
JOIN setrisk_internal.record_places($release) AS places ON places.tid = itemsets.tid
-- Every record that holds the itemset has produced it: the row of the first of them is kept.
WHERE bit_position(CAST('1' AS BIT), itemsets.holders) = places.place + 1
