-- write_transactions(dataset)
-- Write the staged transactions as those of a data set, and add the items that are new to the dictionary, numbered on
-- in the order of their names.
--
-- reads: originals
-- writes: setrisk_private.item setrisk_private.transaction_item
-- stages: _setrisk_staged(tid, place, item): one row per item of a transaction, repeats included
INSERT INTO setrisk_private.item (item_id, item)
SELECT
    CAST(
        (SELECT coalesce(max(items.item_id), 0) FROM setrisk_private.item AS items)
        + row_number() OVER (ORDER BY names.item) AS INTEGER
    ) AS item_id,
    names.item
FROM (SELECT DISTINCT entries.item FROM _setrisk_staged AS entries WHERE entries.item IS NOT NULL) AS names
ANTI JOIN setrisk_private.item AS dictionary ON dictionary.item = names.item;

-- Of repeats the first one counts. In this order, those of one transaction lie side by side in the file.
INSERT INTO setrisk_private.transaction_item (dataset, tid, position, item_id)
SELECT $dataset, entries.tid, min(entries.place) AS position, dictionary.item_id
FROM _setrisk_staged AS entries
JOIN setrisk_private.item AS dictionary ON dictionary.item = entries.item
GROUP BY entries.tid, dictionary.item_id
ORDER BY entries.tid, position
