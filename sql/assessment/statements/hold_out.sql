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
-- Numbered within buckets and blocks, after the sizes of those before them: to put all in order is work of one core.
WITH lots AS MATERIALIZED (
    SELECT numbers.tid, md5($seed || '/' || numbers.tid) AS lot
    FROM setrisk_internal.transaction_numbers($dataset) AS numbers
),
buckets AS (
    SELECT
        left(lots.lot, 3) AS bucket,
        CAST(sum(count(*)) OVER (ORDER BY left(lots.lot, 3)) AS BIGINT) - count(*) AS before
    FROM lots
    GROUP BY left(lots.lot, 3)
),
sides AS MATERIALIZED (
    SELECT
        places.tid,
        places.tid // 65536 AS block,
        CASE
            WHEN places.place <= coalesce($n_outsiders, datasets.n_transactions // 5) THEN $outsiders
            ELSE $members
        END AS dataset
    FROM (
        SELECT
            lots.tid,
            buckets.before + row_number() OVER (PARTITION BY left(lots.lot, 3) ORDER BY lots.lot, lots.tid) AS place
        FROM lots
        JOIN buckets ON buckets.bucket = left(lots.lot, 3)
    ) AS places
    JOIN setrisk_private.dataset AS datasets ON datasets.dataset = $dataset
),
blocks AS (
    SELECT
        sides.dataset,
        sides.block,
        CAST(sum(count(*)) OVER (PARTITION BY sides.dataset ORDER BY sides.block) AS BIGINT) - count(*) AS before
    FROM sides
    GROUP BY sides.dataset, sides.block
)
SELECT
    sides.tid,
    sides.dataset,
    blocks.before + row_number() OVER (PARTITION BY sides.dataset, sides.block ORDER BY sides.tid) AS new_tid
FROM sides
JOIN blocks ON blocks.dataset = sides.dataset AND blocks.block = sides.block;

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
