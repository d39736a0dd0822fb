-- hold_out(dataset, members, outsiders, n_outsiders, seed)
-- Make two data sets of one: some of its transactions, drawn at random, and the others.
--
-- parameter: members: name of the data set with the others; NULL to make none of them
-- parameter: outsiders: name of the data set with those that are drawn
-- parameter: n_outsiders: how many are drawn; NULL for a fifth
-- parameter: seed: seed of the draw
-- stages: _setrisk_split(tid, dataset, new_tid): the new data set and number of each transaction
-- reads:  originals
-- writes: setrisk_private.dataset setrisk_private.transaction_item
CREATE OR REPLACE TEMP TABLE _setrisk_split AS
SELECT
    sides.tid,
    sides.dataset,
    row_number() OVER (PARTITION BY sides.dataset ORDER BY sides.tid) AS new_tid
FROM (
    SELECT
        places.tid,
        CASE
            WHEN places.place <= coalesce($n_outsiders, places.n_transactions // 5) THEN $outsiders
            ELSE $members
        END AS dataset
    FROM (
        SELECT
            numbers.tid,
            numbers.n_transactions,
            row_number() OVER (ORDER BY md5($seed || '/' || numbers.tid)) AS place
        FROM (
            SELECT unnest(range(1, datasets.n_transactions + 1)) AS tid, datasets.n_transactions
            FROM setrisk_private.dataset AS datasets
            WHERE datasets.dataset = $dataset
        ) AS numbers
    ) AS places
) AS sides
WHERE sides.dataset IS NOT NULL;

INSERT INTO setrisk_private.transaction_item (dataset, tid, position, item_id)
SELECT sides.dataset, sides.new_tid, entries.position, entries.item_id
FROM setrisk_private.transaction_item AS entries
JOIN _setrisk_split AS sides ON sides.tid = entries.tid
WHERE entries.dataset = $dataset
ORDER BY sides.dataset, sides.new_tid, entries.position;

INSERT INTO setrisk_private.dataset (dataset, source, n_transactions, n_items, loaded_at)
SELECT
    sizes.dataset,
    datasets.source,
    sizes.n_transactions,
    coalesce(items.n_items, 0),
    datasets.loaded_at
FROM (
    SELECT sides.dataset, count(*) AS n_transactions
    FROM _setrisk_split AS sides
    GROUP BY sides.dataset
) AS sizes
JOIN setrisk_private.dataset AS datasets ON datasets.dataset = $dataset
LEFT JOIN (
    SELECT entries.dataset, count(DISTINCT entries.item_id) AS n_items
    FROM setrisk_private.transaction_item AS entries
    GROUP BY entries.dataset
) AS items ON items.dataset = sizes.dataset
