-- unseen_itemsets(release)
-- The hidden itemsets of a disassociated release, as numbers: 2 to m items that fewer than k original records of a
-- cluster hold and that no published sub-record of the cluster shows.
--
-- row: one per cluster and hidden itemset
-- column: cluster INTEGER, >= 1
-- column: prefix VARCHAR: all items but the last, ascending, separated by commas
-- column: item_id INTEGER: the last item
-- column: support BIGINT, records, >= 1: original records of the cluster that hold it
-- column: part VARCHAR: where its items outside the anchoring chunk are published: 'record_chunk' (shared chunks
--     included), 'term_chunk' or 'both'
-- reads: originals
-- duckdb only: bit_count, bit_position
WITH record_places AS MATERIALIZED (
    SELECT places.* FROM setrisk_internal.record_places($release) AS places
),
cluster_items AS MATERIALIZED (
    SELECT items.* FROM setrisk_internal.cluster_items($release, 'record_places') AS items
),
entries AS MATERIALIZED (
    SELECT
        0 AS attack,
        originals.tid,
        originals.item_id,
        originals.cluster,
        NULL AS anchor_set,
        -- No attack, no anchors: all items share this one.
        CAST('1' AS BIT) AS anchors,
        cluster_items.holders,
        cluster_items.shown_in,
        cluster_items.of_chunks,
        cluster_items.of_terms
    FROM setrisk_internal.original_entries($release) AS originals
    JOIN cluster_items
        ON cluster_items.cluster = originals.cluster AND cluster_items.item_id = originals.item_id
),
promises AS MATERIALIZED (
    SELECT support.k, support.m FROM setrisk_internal.promised_support($release) AS support
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
FROM setrisk_internal.grown_hidden_itemsets('entries', 'promises') AS itemsets
JOIN record_places AS places ON places.tid = itemsets.tid
-- Every record that holds the itemset has produced it: the row of the first of them is kept.
WHERE bit_position(CAST('1' AS BIT), itemsets.holders) = places.place + 1
