-- sampled_pairs(release, queries, seed, scale)
-- One row per pair of items whose support is asked for, for the owner: of each band so many, drawn at random. By the
-- scale 'range' the bands part the supports of the data's pairs, from 1 to the largest, into thirds on a logarithmic
-- scale; by 'SANONY' they are 1 to 10, 20 to 40 and 70 to 200 (SANONY 4.4).
--
-- row: one per pair of items whose support is asked for, for the owner
-- column: band VARCHAR: low, medium or high; item_a < item_b VARCHAR
-- column: item_a VARCHAR
-- column: item_b VARCHAR
-- column: support BIGINT: in the data
-- reads: originals
WITH entries AS MATERIALIZED (
    SELECT held.tid, names.item
    FROM setrisk.release AS made
    JOIN setrisk_private.transaction_item AS held ON held.dataset = made.dataset
    JOIN setrisk_private.item AS names ON names.item_id = held.item_id
    WHERE made.release = $release
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
            WHEN power(counted.support, 3) < (SELECT max(each.support) FROM counted AS each) THEN 'low'
            WHEN power(counted.support, 3) < (SELECT power(max(each.support), 2) FROM counted AS each) THEN 'medium'
            ELSE 'high'
        END AS band
    FROM counted
)
SELECT drawn.band, drawn.item_a, drawn.item_b, drawn.support
FROM (
    SELECT
        banded.band,
        banded.item_a,
        banded.item_b,
        banded.support,
        row_number() OVER (PARTITION BY banded.band ORDER BY banded.lot) AS place
    FROM banded
    WHERE banded.band IS NOT NULL
) AS drawn
WHERE drawn.place <= setrisk_internal.check_at_least('queries', $queries, 1)
