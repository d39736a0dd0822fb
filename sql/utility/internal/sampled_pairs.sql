-- sampled_pairs(release, pairs, seed, scale)
-- The pairs of items whose support is asked for: a random sample from each band of supports in the data.
--
-- parameter: pairs: pairs to draw from each band
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
supports AS MATERIALIZED (
    SELECT entries_a.item AS item_a, entries_b.item AS item_b, count(*) AS support
    FROM entries AS entries_a
    JOIN entries AS entries_b ON entries_b.tid = entries_a.tid AND entries_b.item > entries_a.item
    GROUP BY entries_a.item, entries_b.item
),
bands AS (
    SELECT
        supports.item_a,
        supports.item_b,
        supports.support,
        md5(
            setrisk_internal.check_at_least('seed', $seed, 0) || '/' || supports.item_a || '/' || supports.item_b
        ) AS lot,
        CASE
            WHEN $scale = 'SANONY' AND supports.support BETWEEN 1 AND 10 THEN 'low'
            WHEN $scale = 'SANONY' AND supports.support BETWEEN 20 AND 40 THEN 'medium'
            WHEN $scale = 'SANONY' AND supports.support BETWEEN 70 AND 200 THEN 'high'
            WHEN $scale = 'SANONY' THEN NULL
            WHEN power(supports.support, 3) < (SELECT max(pairs.support) FROM supports AS pairs) THEN 'low'
            WHEN power(supports.support, 3) < (SELECT power(max(pairs.support), 2) FROM supports AS pairs) THEN 'medium'
            ELSE 'high'
        END AS band
    FROM supports
)
SELECT places.band, places.item_a, places.item_b, places.support
FROM (
    SELECT
        bands.band,
        bands.item_a,
        bands.item_b,
        bands.support,
        row_number() OVER (PARTITION BY bands.band ORDER BY bands.lot) AS place
    FROM bands
    WHERE bands.band IS NOT NULL
) AS places
WHERE places.place <= setrisk_internal.check_at_least('pairs', $pairs, 1)
