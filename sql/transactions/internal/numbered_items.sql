-- numbered_items(source)
-- One row per distinct item of a transaction of the table `source` (tid, place, item), with its number in the
-- dictionary, transaction after transaction.
--
-- row: one per distinct item of a transaction of the table `source` (tid, place, item), with its number in the
--     dictionary, transaction after transaction
-- column: tid BIGINT
-- column: position INTEGER: the first place of the item
-- column: item_id INTEGER
-- reads: originals
-- duckdb only: query_table
SELECT staged.tid, min(staged.place) AS position, dictionary.item_id
FROM query_table($source) AS staged
JOIN setrisk_private.item AS dictionary ON dictionary.item = staged.item
GROUP BY staged.tid, dictionary.item_id
ORDER BY staged.tid, position
