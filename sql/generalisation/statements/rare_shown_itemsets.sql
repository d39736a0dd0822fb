-- rare_shown_itemsets(release, k, m)
-- The itemsets that few records of a generalised release show, of a release whose catalog entry may not be complete.
--
-- parameter: k: an itemset is rare if fewer records than this show it
-- parameter: m: the largest number of items in an itemset; a generalised item counts as one
-- row:    one per rare itemset that some record shows
-- column: itemset VARCHAR: item numbers, ascending, separated by commas; a generalised item as its number, negative
-- column: support BIGINT, records, >= 1: the records that show all of it
-- reads:  published
SELECT itemsets.itemset, itemsets.support
FROM setrisk_internal.shown_itemsets($release, $m) AS itemsets
WHERE itemsets.support < $k
