-- histogram_reconstructions(release, runs, seed)
-- One row per run, itemset of a histogram and item of it. Nothing is drawn: the runs are the same.
-- run BIGINT: from 1; record BIGINT: the itemset; item_id INTEGER: in the release; weight BIGINT: how often it occurs
-- internal
SELECT numbers.run, sets.record, unnest(sets.itemset) AS item_id, sets.occurrences AS weight
FROM (
    SELECT row_number() OVER (ORDER BY each.itemset) AS record, each.itemset, each.occurrences
    FROM setrisk.histogram AS each
    WHERE each.release = $release
) AS sets
CROSS JOIN setrisk.baseline_runs($runs) AS numbers
WHERE setrisk.at_least('seed', $seed, 0) >= 0
