-- itemset_holders(release)
-- One row per attack, subset of a privacy constraint, and record that may still hold it after the attack.
-- attack VARCHAR; itemset INTEGER[]; record BIGINT; holders BIGINT: such records in all
-- internal
SELECT
    candidates.attack,
    candidates.itemset,
    candidates.record,
    count(*) OVER (PARTITION BY candidates.attack, candidates.itemset) AS holders
FROM (
    SELECT remaining.attack, parts.itemset, remaining.record
    FROM (
        SELECT subsets.itemset, len(subsets.itemset) AS size, unnest(subsets.itemset) AS item_id
        FROM setrisk.constraint_itemsets($release) AS subsets
    ) AS parts
    JOIN setrisk.remaining_items($release) AS remaining ON remaining.item_id = parts.item_id
    GROUP BY remaining.attack, parts.itemset, parts.size, remaining.record
    HAVING count(*) = parts.size
) AS candidates
