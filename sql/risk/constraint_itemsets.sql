-- constraint_itemsets(release)
-- One row per item of each non-empty subset of a privacy constraint of the release, for its owner; a subset that
-- several constraints share stands once for each.
-- itemset BIGINT: a number for the subset; size BIGINT: its items; item_id INTEGER
-- internal
-- duckdb only: range in FROM, bit_count
SELECT
    members.constraint_no * 65536 + masks.mask AS itemset,
    bit_count(masks.mask) AS size,
    members.item_id
FROM (
    SELECT
        each.constraint_no,
        each.item_id,
        row_number() OVER (PARTITION BY each.constraint_no ORDER BY each.item_id) AS place,
        count(*) OVER (PARTITION BY each.constraint_no) AS size
    FROM setrisk_private.privacy_constraint AS each
    WHERE each.release = $release
) AS members
JOIN (SELECT numbers.mask FROM range(1, 65536) AS numbers(mask)) AS masks
    ON masks.mask < (1 << members.size) AND (masks.mask >> (members.place - 1)) & 1 = 1
