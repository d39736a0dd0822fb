-- write_dataset(dataset, source, n_transactions, n_items, loaded_at)
-- Enter a loaded data set into the list of data sets, with its size.
--
-- parameter: source: name of what it was loaded from
-- reads: nothing
-- writes: setrisk_private.dataset
INSERT INTO setrisk_private.dataset (dataset, source, n_transactions, n_items, loaded_at)
SELECT $dataset, $source, $n_transactions, $n_items, $loaded_at
