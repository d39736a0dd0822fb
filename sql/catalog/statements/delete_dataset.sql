-- delete_dataset(dataset)
-- Delete a data set whose releases are dropped already, and the names of the items that nothing refers to any more. The
-- ledger keeps its budget, and what was spent of it.
--
-- reads: published
-- writes: setrisk_private.dataset setrisk_private.item setrisk_private.snapshot setrisk_private.transaction_id
--     setrisk_private.transaction_item setrisk_private.whatif_cell
DELETE FROM setrisk_private.dataset AS stored WHERE stored.dataset = $dataset;

DELETE FROM setrisk_private.snapshot AS stored WHERE stored.dataset = $dataset;

DELETE FROM setrisk_private.transaction_id AS stored WHERE stored.dataset = $dataset;

DELETE FROM setrisk_private.transaction_item AS stored WHERE stored.dataset = $dataset;

DELETE FROM setrisk_private.whatif_cell AS stored WHERE stored.dataset = $dataset;

-- The item list of a noisy release may name items that no transaction holds.
DELETE FROM setrisk_private.item AS item
WHERE item.item_id NOT IN (SELECT DISTINCT entry.item_id FROM setrisk_private.transaction_item AS entry)
    AND item.item_id NOT IN (
        SELECT published.item_id
        FROM setrisk.published_item AS published
        JOIN setrisk.release AS made ON made.release = published.release
        WHERE made.dataset IS NOT NULL
    )
