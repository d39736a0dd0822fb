-- query_errors(series, release, runs := 20, queries := 10, seed := 0)
-- One row per queried pair of items, for the owner: how far its support in random reconstructions of the release is from its
-- support in the data (SANONY 4.4, formula 21). Of each band of supports, so many pairs are drawn as there are queries.
-- An error where no release of that name was made in this database, for fewer runs or queries than one, or a seed below 0.
-- band VARCHAR: low (1 to 10), medium (20 to 40) or high (70 to 200); item_a, item_b VARCHAR; support BIGINT; published DOUBLE:
-- mean support over the runs; error DOUBLE in [0, 2]: mean of |support - published| / mean of the two
WITH entries AS MATERIALIZED (
    SELECT held.tid, names.item
    FROM setrisk.release AS made
    JOIN setrisk_private.transaction_item AS held ON held.dataset = made.dataset
    JOIN setrisk_private.item AS names ON names.item_id = held.item_id
    WHERE made.release = $release
),
pairs AS MATERIALIZED (
    SELECT drawn.band, drawn.item_a, drawn.item_b, drawn.support
    FROM (
        SELECT
            banded.band,
            banded.item_a,
            banded.item_b,
            banded.support,
            row_number() OVER (PARTITION BY banded.band ORDER BY banded.lot) AS place
        FROM (
            SELECT
                CASE
                    WHEN counted.support BETWEEN 1 AND 10 THEN 'low'
                    WHEN counted.support BETWEEN 20 AND 40 THEN 'medium'
                    WHEN counted.support BETWEEN 70 AND 200 THEN 'high'
                END AS band,
                counted.item_a,
                counted.item_b,
                counted.support,
                md5(setrisk.at_least('seed', $seed, 0) || '/' || counted.item_a || '/' || counted.item_b) AS lot
            FROM (
                SELECT one.item AS item_a, other.item AS item_b, count(*) AS support
                FROM entries AS one
                JOIN entries AS other ON other.tid = one.tid AND other.item > one.item
                GROUP BY one.item, other.item
            ) AS counted
        ) AS banded
        WHERE banded.band IS NOT NULL
    ) AS drawn
    WHERE drawn.place <= setrisk.at_least('queries', $queries, 1)
),
asked AS MATERIALIZED (
    SELECT pairs.item_a AS item FROM pairs
    UNION
    SELECT pairs.item_b AS item FROM pairs
),
holdings AS MATERIALIZED (
    SELECT numbers.run, records.record, shown.item
    FROM setrisk.cluster_record AS records
    JOIN setrisk.published_item AS shown ON shown.release = records.release AND shown.item_id = records.item_id
    SEMI JOIN asked ON asked.item = shown.item
    CROSS JOIN setrisk.baseline_runs($runs) AS numbers
    WHERE records.release = $release
    UNION ALL
    SELECT drawn.run, drawn.record, drawn.item
    FROM setrisk.random_reconstructions($series, $release, runs := $runs, seed := $seed) AS drawn
    SEMI JOIN asked ON asked.item = drawn.item
),
supports AS (
    SELECT pairs.band, pairs.item_a, pairs.item_b, pairs.support, numbers.run, count(other.record) AS published
    FROM pairs
    CROSS JOIN setrisk.baseline_runs($runs) AS numbers
    LEFT JOIN holdings AS one ON one.run = numbers.run AND one.item = pairs.item_a
    LEFT JOIN holdings AS other ON other.run = one.run AND other.record = one.record AND other.item = pairs.item_b
    GROUP BY pairs.band, pairs.item_a, pairs.item_b, pairs.support, numbers.run
)
SELECT
    supports.band,
    supports.item_a,
    supports.item_b,
    supports.support,
    avg(supports.published) AS published,
    avg(abs(supports.support - supports.published) / ((supports.support + supports.published) / 2)) AS error
FROM supports
GROUP BY supports.band, supports.item_a, supports.item_b, supports.support
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT own.release, own.release, own.release, length(own.release), length(own.release), length(own.release)
FROM setrisk.own_release($release, family := 'serial') AS own
WHERE own.release IS NULL
