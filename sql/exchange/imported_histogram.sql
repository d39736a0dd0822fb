-- imported_histogram(release, entries)
-- One row per itemset of the table `entries` (itemset, item, occurrences) of an imported release, in the release's numbers.
-- itemset INTEGER[]; occurrences BIGINT
-- internal
SELECT list_sort(list(given.item_id)) AS itemset, max(given.occurrences) AS occurrences
FROM setrisk.imported_rows($release, $entries) AS given
GROUP BY given.itemset
