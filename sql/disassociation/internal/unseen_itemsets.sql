-- unseen_itemsets(release)
-- One row per itemset of 2 to m items and cluster that 1 to k - 1 original records of the cluster hold and no published
-- sub-record of it shows: what disassociation hides; for the owner of the release.
--
-- row: one per itemset of 2 to m items and cluster that 1 to k - 1 original records of the cluster hold and no
--     published sub-record of it shows
-- column: cluster INTEGER
-- column: prefix VARCHAR: all items but the last, ascending, separated by commas
-- column: item_id INTEGER: the last
-- column: support BIGINT: in the cluster
-- column: part VARCHAR: 'record chunks' or 'term chunks', where beside the anchoring chunk its items stand in such
--     alone, or 'both'
-- reads: originals
-- duckdb only: bit_count, bit_position
WITH RECURSIVE entries AS MATERIALIZED (
    SELECT each.tid, each.cluster, each.item_id, shown.of_chunks, shown.of_terms, shown.shown_in, shown.holders
    FROM setrisk_internal.original_entries($release) AS each
    JOIN setrisk_internal.cluster_items($release) AS shown ON shown.cluster = each.cluster AND shown.item_id = each.item_id
),
promised AS MATERIALIZED (
    SELECT each.k, each.m FROM setrisk_internal.promised_support($release) AS each
),
-- Itemsets of 1 to m - 1 items, which `more` items may extend. Those of m are the most, and are told below without being kept.
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
    held.cluster,
    held.prefix,
    held.item_id,
    bit_count(held.holders) AS support,
    CASE WHEN held.of_chunks AND held.of_terms THEN 'both' WHEN held.of_terms THEN 'term chunks' ELSE 'record chunks' END AS part
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
) AS held
JOIN setrisk_internal.record_places($release) AS places ON places.tid = held.tid
-- Each record that holds the itemset has found it: that of the first of them counts.
WHERE bit_position(CAST('1' AS BIT), held.holders) = places.place + 1
