-- delete_dataset(dataset)
-- Delete a data set whose releases are dropped already, and the names of the items that nothing refers to any more. The
-- ledger keeps its budget, and what was spent of it; of whom it was, if a release of it was exported, is kept hashed.
--
-- reads: originals
-- writes: setrisk_private.assessed_dataset setrisk_private.dataset setrisk_private.exported_person
--     setrisk_private.item setrisk_private.snapshot setrisk_private.transaction_id setrisk_private.transaction_item
--     setrisk_private.whatif_assessed_attack setrisk_private.whatif_cell
INSERT INTO setrisk_private.exported_person (dataset, loaded_at, person)
SELECT DISTINCT
    datasets.dataset,
    datasets.loaded_at,
    setrisk_internal.hashed_person(datasets.dataset || datasets.loaded_at, ids.id) AS person
FROM setrisk_private.transaction_id AS ids
JOIN setrisk_private.dataset AS datasets ON datasets.dataset = ids.dataset
WHERE ids.dataset = $dataset
    AND EXISTS (
        SELECT runs.release
        FROM setrisk_private.export_run AS runs
        WHERE runs.dataset = datasets.dataset AND runs.loaded_at = datasets.loaded_at
    );

DELETE FROM setrisk_private.assessed_dataset AS rows WHERE rows.dataset = $dataset;

DELETE FROM setrisk_private.dataset AS rows WHERE rows.dataset = $dataset;

DELETE FROM setrisk_private.snapshot AS rows WHERE rows.dataset = $dataset;

DELETE FROM setrisk_private.transaction_id AS rows WHERE rows.dataset = $dataset;

DELETE FROM setrisk_private.transaction_item AS rows WHERE rows.dataset = $dataset;

DELETE FROM setrisk_private.whatif_assessed_attack AS rows
WHERE rows.grid IN (SELECT cells.grid FROM setrisk_private.whatif_cell AS cells WHERE cells.dataset = $dataset);

DELETE FROM setrisk_private.whatif_cell AS rows WHERE rows.dataset = $dataset;

-- The item list of a noisy release may name items that no transaction holds.
DELETE FROM setrisk_private.item AS items
WHERE items.item_id NOT IN (SELECT DISTINCT entries.item_id FROM setrisk_private.transaction_item AS entries)
    AND items.item_id NOT IN (
        SELECT published_items.item_id
        FROM setrisk.published_item AS published_items
        JOIN setrisk.release AS releases ON releases.release = published_items.release
        WHERE releases.dataset IS NOT NULL
    )
