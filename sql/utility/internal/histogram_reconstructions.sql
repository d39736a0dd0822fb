-- histogram_reconstructions(release, runs, seed)
-- One row per run, itemset of a histogram and item of it. Nothing is drawn: the runs are the same.
--
-- row: one per run, itemset of a histogram and item of it
-- column: run BIGINT, >= 1
-- column: record BIGINT: the itemset
-- column: item_id INTEGER: in the release
-- column: weight BIGINT: how often it occurs
-- reads: published
SELECT numbers.run, sets.record, unnest(sets.itemset) AS item_id, sets.occurrences AS weight
FROM (
    SELECT row_number() OVER (ORDER BY each.itemset) AS record, each.itemset, each.occurrences
    FROM setrisk.histogram AS each
    WHERE each.release = $release
) AS sets
CROSS JOIN setrisk_internal.baseline_runs($runs) AS numbers
WHERE setrisk_internal.check_at_least('seed', $seed, 0) >= 0
