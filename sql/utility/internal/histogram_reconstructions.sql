-- histogram_reconstructions(release, reconstructions, seed)
-- The itemsets of a histogram as weighted records. Nothing is random, so all reconstructions are equal.
--
-- row: one per reconstruction, itemset and item of the itemset
-- column: reconstruction BIGINT, >= 1
-- column: record BIGINT, >= 1: number of the itemset
-- column: item_id INTEGER: in the release
-- column: weight BIGINT, records, >= 1: occurrences of the itemset
-- reads: published
SELECT numbers.draw AS reconstruction, sets.record, unnest(sets.itemset) AS item_id, sets.occurrences AS weight
FROM (
    SELECT row_number() OVER (ORDER BY itemsets.itemset) AS record, itemsets.itemset, itemsets.occurrences
    FROM setrisk.histogram AS itemsets
    WHERE itemsets.release = $release
) AS sets
CROSS JOIN setrisk_internal.numbered_draws('reconstructions', $reconstructions) AS numbers
WHERE setrisk_internal.check_at_least('seed', $seed, 0) >= 0
