-- write_drawn_snapshot(source, snapshot, subject, position, n_transactions, origin, loaded_at)
-- Write a data set that was drawn from another one. Each transaction keeps its id, or if it has none its number in
-- the source, as its id.
--
-- parameter: source: the data set that it was drawn from
-- parameter: snapshot: the name of the new data set
-- parameter: subject: what the snapshots that were drawn together show, by name
-- parameter: position: its place among them, from 1
-- parameter: n_transactions: how many transactions it has
-- parameter: origin: where it comes from, in words
-- parameter: loaded_at: when it was drawn, in UTC
-- stages: _setrisk_snapshot(tid, source_tid): the number of each transaction here and in the source
-- reads: originals
-- writes: setrisk_private.transaction_item setrisk_private.transaction_id setrisk_private.dataset
--     setrisk_private.snapshot
INSERT INTO setrisk_private.transaction_item (dataset, tid, position, item_id)
SELECT $snapshot, transactions.tid, entries.position, entries.item_id
FROM _setrisk_snapshot AS transactions
JOIN setrisk_private.transaction_item AS entries ON entries.tid = transactions.source_tid AND entries.dataset = $source
ORDER BY transactions.tid, entries.position;

INSERT INTO setrisk_private.transaction_id (dataset, tid, id)
SELECT $snapshot, transactions.tid, coalesce(ids.id, CAST(transactions.source_tid AS VARCHAR)) AS id
FROM _setrisk_snapshot AS transactions
LEFT JOIN setrisk_private.transaction_id AS ids ON ids.tid = transactions.source_tid AND ids.dataset = $source
ORDER BY transactions.tid;

INSERT INTO setrisk_private.dataset (dataset, source, n_transactions, n_items, loaded_at)
SELECT $snapshot, $origin, $n_transactions, count(DISTINCT entries.item_id), $loaded_at
FROM setrisk_private.transaction_item AS entries
WHERE entries.dataset = $snapshot;

INSERT INTO setrisk_private.snapshot (dataset, subject, position)
SELECT $snapshot, $subject, $position
