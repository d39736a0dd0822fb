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
    source_counts.n_given - dataset_counts.n_entries AS repeats_dropped,
    source_counts.empty_dropped,
    source_counts.empty_kept
FROM (
    SELECT count(*) AS n_entries, count(DISTINCT entries.item_id) AS n_items
    FROM setrisk_private.transaction_item AS entries
    WHERE entries.dataset = $dataset
) AS dataset_counts
CROSS JOIN (
    SELECT
        coalesce(max(entries.tid), 0) AS n_transactions,
        count(entries.item) AS n_given,
        count(*) FILTER (WHERE entries.tid IS NULL) AS empty_dropped,
        count(entries.tid) FILTER (WHERE entries.item IS NULL) AS empty_kept
    FROM _setrisk_staged AS entries
) AS source_counts
