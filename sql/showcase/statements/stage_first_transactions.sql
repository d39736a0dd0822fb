-- stage_first_transactions(dataset, transactions)
-- Stage the entries of the first transactions of a data set, so that a smaller one can be loaded from them.
--
-- parameter: transactions: how many transactions, at most
-- stages:    _setrisk_first_transactions(tid, item)
-- reads:     originals
CREATE OR REPLACE TEMP TABLE _setrisk_first_transactions AS
SELECT entries.tid, items.item
FROM setrisk_private.transaction_item AS entries
JOIN setrisk_private.item AS items ON items.item_id = entries.item_id
WHERE entries.dataset = $dataset AND entries.tid <= $transactions
ORDER BY entries.tid, entries.position
