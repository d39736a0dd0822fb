-- exported_histogram(release)
-- The itemsets of a histogram and how often each occurs, by the names of their items.
--
-- row: one per item of an itemset
-- column: itemset INTEGER, >= 1: number of the itemset, in the order of their item numbers
-- column: item VARCHAR
-- column: occurrences BIGINT, >= 1: of the itemset
-- reads: published
SELECT entries.itemset, names.item, entries.occurrences
FROM (
    SELECT itemsets.itemset, unnest(itemsets.items) AS item_id, itemsets.occurrences
    FROM (
        SELECT
            CAST(row_number() OVER (ORDER BY histograms.itemset) AS INTEGER) AS itemset,
            histograms.itemset AS items,
            histograms.occurrences
        FROM setrisk.histogram AS histograms
        WHERE histograms.release = $release
    ) AS itemsets
) AS entries
JOIN setrisk.published_item AS names ON names.item_id = entries.item_id AND names.release = $release
ORDER BY entries.itemset, names.item
