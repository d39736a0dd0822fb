-- write_transactions(dataset)
-- Write the staged transactions as those of a data set, and add the items that are new to the dictionary, numbered on
-- in the order of their names.
--
-- reads: originals
-- writes: setrisk_private.item setrisk_private.transaction_item
-- stages: _setrisk_staged(tid, place, item): one row per item of a transaction, repeats included
-- duckdb only: lag over the order of the rows
INSERT INTO setrisk_private.item (item_id, item)
SELECT
    CAST(
        (SELECT coalesce(max(items.item_id), 0) FROM setrisk_private.item AS items)
        + row_number() OVER (ORDER BY names.item) AS INTEGER
    ) AS item_id,
    names.item
FROM (SELECT DISTINCT entries.item FROM _setrisk_staged AS entries WHERE entries.item IS NOT NULL) AS names
ANTI JOIN setrisk_private.item AS dictionary ON dictionary.item = names.item;

-- Of repeats the first one counts: in this order they lie side by side, and so do the items of one transaction in the
-- file. A window without an order looks at the row before, in the order of the rows; grouping all entries takes longer.
INSERT INTO setrisk_private.transaction_item (dataset, tid, position, item_id)
SELECT $dataset, ordered_entries.tid, ordered_entries.place AS position, ordered_entries.item_id
FROM (
    SELECT
        entries.tid,
        entries.place,
        entries.item_id,
        lag(entries.tid) OVER () AS tid_before,
        lag(entries.item_id) OVER () AS item_before
    FROM (
        SELECT numbered_items.tid, numbered_items.place, dictionary.item_id
        FROM _setrisk_staged AS numbered_items
        JOIN setrisk_private.item AS dictionary ON dictionary.item = numbered_items.item
        ORDER BY numbered_items.tid, dictionary.item_id, numbered_items.place
    ) AS entries
) AS ordered_entries
WHERE
    ordered_entries.tid_before IS DISTINCT FROM ordered_entries.tid
    OR ordered_entries.item_before IS DISTINCT FROM ordered_entries.item_id
