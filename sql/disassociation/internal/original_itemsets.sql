-- original_itemsets(release)
-- One row per itemset of 2 to m items that an original record of the release holds, for its owner.
--
-- row: one per itemset of 2 to m items that an original record of the release holds, for its owner
-- column: prefix VARCHAR: all items but the last, ascending, separated by commas
-- column: item_id INTEGER: the last
-- column: support BIGINT: original records that hold it
-- reads: originals
WITH RECURSIVE entries AS MATERIALIZED (
    SELECT each.tid, each.item_id
    FROM setrisk_internal.original_entries($release) AS each
),
promised AS MATERIALIZED (
    SELECT each.m FROM setrisk_internal.promised_support($release) AS each
),
-- Itemsets of 1 to m - 1 items, which `more` items may extend. Those of m are the most, and are told below without being kept.
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
