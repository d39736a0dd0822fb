-- release_sizes(release)
-- How much a histogram holds.
--
-- row:    one
-- column: itemsets BIGINT, itemsets, >= 0
-- column: occurrences HUGEINT, records, >= 0
-- column: items BIGINT, items, >= 0: named
-- reads:  published
SELECT
    count(*) AS itemsets,
    coalesce(sum(itemsets.occurrences), 0) AS occurrences,
    (SELECT count(*) FROM setrisk.published_item AS items WHERE items.release = $release) AS items
FROM setrisk.histogram AS itemsets
WHERE itemsets.release = $release
