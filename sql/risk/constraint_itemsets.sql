-- constraint_itemsets(release)
-- One row per non-empty subset of a privacy constraint of the release, for its owner, each once.
-- itemset INTEGER[]: item numbers, ascending
SELECT DISTINCT subsets.itemset
FROM (
    SELECT list_sort(list(members.item_id)) AS itemset
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
    GROUP BY members.constraint_no, masks.mask
) AS subsets
