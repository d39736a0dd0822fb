-- imported_histogram(release, entries)
-- One row per itemset of the table `entries` (itemset, item, occurrences) of an imported release, in the release's
-- numbers.
--
-- row: one per itemset of the table `entries` (itemset, item, occurrences) of an imported release, in the release's
--     numbers
-- column: itemset INTEGER[]
-- column: occurrences BIGINT
-- reads: published
SELECT list_sort(list(given.item_id)) AS itemset, max(given.occurrences) AS occurrences
FROM setrisk_internal.imported_rows($release, $entries) AS given
GROUP BY given.itemset
