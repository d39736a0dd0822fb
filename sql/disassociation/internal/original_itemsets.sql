-- original_itemsets(release)
-- The itemsets of 2 to m items in the original records of a disassociated release.
--
-- row: one per itemset
-- column: prefix VARCHAR: all items but the last, ascending, separated by commas
-- column: item_id INTEGER: the last item
-- column: support BIGINT, records, >= 1: original records that hold it
-- reads: originals
WITH RECURSIVE entries AS MATERIALIZED (
    SELECT original_entries.tid, original_entries.item_id
    FROM setrisk_internal.original_entries($release) AS original_entries
),
promised AS MATERIALIZED (
    SELECT support.m FROM setrisk_internal.promised_support($release) AS support
),
-- Itemsets of 1 to m - 1 items, which `more` items may extend. Those of m items are the most, and are
-- computed below without being stored.
prefixes AS (
    SELECT entries.tid, CAST(entries.item_id AS VARCHAR) AS prefix, entries.item_id AS last_item, promised.m - 1 AS more
    FROM entries
    CROSS JOIN promised
    UNION ALL
    SELECT shorter.tid, shorter.prefix || ',' || entries.item_id, entries.item_id, shorter.more - 1
    FROM prefixes AS shorter
    JOIN entries ON entries.tid = shorter.tid AND entries.item_id > shorter.last_item
    WHERE shorter.more > 1
)
SELECT prefixes.prefix, entries.item_id, count(*) AS support
FROM prefixes
JOIN entries ON entries.tid = prefixes.tid AND entries.item_id > prefixes.last_item
WHERE prefixes.more > 0
GROUP BY prefixes.prefix, entries.item_id
