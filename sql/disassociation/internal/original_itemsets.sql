-- original_itemsets(release)
-- The itemsets of 2 to m items in the original records of a disassociated release.
--
-- row: one per itemset
-- column: prefix VARCHAR: all items but the last, ascending, separated by commas
-- column: item_id INTEGER: the last item
-- column: support BIGINT, records, >= 1: original records that hold it
-- reads: originals
WITH entries AS MATERIALIZED (
    SELECT original_entries.tid AS owner, original_entries.item_id
    FROM setrisk_internal.original_entries($release) AS original_entries
),
promises AS MATERIALIZED (
    SELECT support.m FROM setrisk_internal.promised_support($release) AS support
)
SELECT itemsets.prefix, itemsets.item_id, count(*) AS support
FROM setrisk_internal.grown_itemsets('entries', (SELECT promises.m FROM promises)) AS itemsets
GROUP BY itemsets.prefix, itemsets.item_id
