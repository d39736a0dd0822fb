-- loaded_counts(dataset)
-- How much of the staged transactions was written as a data set, and what was dropped.
--
-- row: one
-- column: n_transactions BIGINT, transactions, >= 0: those of the data set
-- column: n_items BIGINT, items, >= 0: distinct ones
-- column: n_entries BIGINT, >= 0: items of all transactions together
-- column: repeats_dropped BIGINT, >= 0: repeats of an item within its transaction
-- column: empty_dropped BIGINT, transactions, >= 0: those without an item that were dropped
-- column: empty_kept BIGINT, transactions, >= 0: those without an item that were kept
-- reads: originals
-- stages: _setrisk_staged(tid, item): one row per item of a transaction, repeats included
SELECT
    source_counts.n_transactions,
    dataset_counts.n_items,
    dataset_counts.n_entries,
    source_counts.n_rows - rows_without_item.n - dataset_counts.n_entries AS repeats_dropped,
    rows_without_item.n - rows_without_item.n_kept AS empty_dropped,
    rows_without_item.n_kept AS empty_kept
FROM (
    SELECT count(*) AS n_entries, count(DISTINCT entries.item_id) AS n_items
    FROM setrisk_private.transaction_item AS entries
    WHERE entries.dataset = $dataset
) AS dataset_counts
CROSS JOIN (
    SELECT coalesce(max(entries.tid), 0) AS n_transactions, count(*) AS n_rows
    FROM _setrisk_staged AS entries
) AS source_counts
-- Each stands for an empty transaction. They are found in a tenth of the time of counting the others.
CROSS JOIN (
    SELECT count(*) AS n, count(entries.tid) AS n_kept
    FROM _setrisk_staged AS entries
    WHERE entries.item IS NULL
) AS rows_without_item
