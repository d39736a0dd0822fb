-- sampled_pairs(release, queries, seed, scale)
-- The pairs of items whose support is asked for: a random sample from each band of supports in the data.
--
-- parameter: queries: pairs to draw from each band
-- parameter: scale: 'range' splits the supports from 1 to the largest into thirds on a logarithmic scale; 'SANONY'
--     takes 1 to 10, 20 to 40 and 70 to 200
-- row: one per pair of items
-- column: band VARCHAR: low, medium or high
-- column: item_a VARCHAR: the first item, in alphabetical order
-- column: item_b VARCHAR: the second item
-- column: support BIGINT, transactions, >= 1: in the data
-- reads: originals
-- source: SANONY 4.4
WITH entries AS MATERIALIZED (
    SELECT entries.tid, names.item
    FROM setrisk.release AS releases
    JOIN setrisk_private.transaction_item AS entries ON entries.dataset = releases.dataset
    JOIN setrisk_private.item AS names ON names.item_id = entries.item_id
    WHERE releases.release = $release
),
counted AS MATERIALIZED (
    SELECT one.item AS item_a, other.item AS item_b, count(*) AS support
    FROM entries AS one
    JOIN entries AS other ON other.tid = one.tid AND other.item > one.item
    GROUP BY one.item, other.item
),
banded AS (
    SELECT
        counted.item_a,
        counted.item_b,
        counted.support,
        md5(setrisk_internal.check_at_least('seed', $seed, 0) || '/' || counted.item_a || '/' || counted.item_b) AS lot,
        CASE
            WHEN $scale = 'SANONY' AND counted.support BETWEEN 1 AND 10 THEN 'low'
            WHEN $scale = 'SANONY' AND counted.support BETWEEN 20 AND 40 THEN 'medium'
            WHEN $scale = 'SANONY' AND counted.support BETWEEN 70 AND 200 THEN 'high'
            WHEN $scale = 'SANONY' THEN NULL
            WHEN power(counted.support, 3) < (SELECT max(pairs.support) FROM counted AS pairs) THEN 'low'
            WHEN power(counted.support, 3) < (SELECT power(max(pairs.support), 2) FROM counted AS pairs) THEN 'medium'
            ELSE 'high'
        END AS band
    FROM counted
)
SELECT numbered.band, numbered.item_a, numbered.item_b, numbered.support
FROM (
    SELECT
        banded.band,
        banded.item_a,
        banded.item_b,
        banded.support,
        row_number() OVER (PARTITION BY banded.band ORDER BY banded.lot) AS place
    FROM banded
    WHERE banded.band IS NOT NULL
) AS numbered
WHERE numbered.place <= setrisk_internal.check_at_least('queries', $queries, 1)
