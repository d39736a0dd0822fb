-- asked_pairs(release, queries, seed)
-- One row per pair of items whose support is asked for, for the owner: of each band so many, drawn at random. The bands part
-- the supports of the data's pairs, from 1 to the largest, into thirds on a logarithmic scale.
-- band VARCHAR: low, medium or high; item_a, item_b VARCHAR; support BIGINT: in the data
-- internal
WITH counted AS MATERIALIZED (
    SELECT one.item_id AS item_a, other.item_id AS item_b, count(*) AS support
    FROM setrisk.release AS made
    JOIN setrisk_private.transaction_item AS one ON one.dataset = made.dataset
    JOIN setrisk_private.transaction_item AS other
        ON other.dataset = one.dataset AND other.tid = one.tid AND other.item_id > one.item_id
    WHERE made.release = $release
    GROUP BY one.item_id, other.item_id
),
banded AS (
    SELECT
        counted.item_a,
        counted.item_b,
        counted.support,
        md5(setrisk.at_least('seed', $seed, 0) || '/' || counted.item_a || '/' || counted.item_b) AS lot,
        CASE
            WHEN power(counted.support, 3) < (SELECT max(each.support) FROM counted AS each) THEN 'low'
            WHEN power(counted.support, 3) < (SELECT power(max(each.support), 2) FROM counted AS each) THEN 'medium'
            ELSE 'high'
        END AS band
    FROM counted
)
SELECT drawn.band, first.item AS item_a, second.item AS item_b, drawn.support
FROM (
    SELECT
        banded.band,
        banded.item_a,
        banded.item_b,
        banded.support,
        row_number() OVER (PARTITION BY banded.band ORDER BY banded.lot) AS place
    FROM banded
) AS drawn
JOIN setrisk_private.item AS first ON first.item_id = drawn.item_a
JOIN setrisk_private.item AS second ON second.item_id = drawn.item_b
WHERE drawn.place <= setrisk.at_least('queries', $queries, 1)
