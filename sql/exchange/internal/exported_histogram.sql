-- exported_histogram(release)
-- One row per item of an itemset of a histogram, by name, as it leaves the database.
--
-- row: one per item of an itemset of a histogram, by name, as it leaves the database
-- column: itemset INTEGER: a number in the order of the itemsets
-- column: item VARCHAR
-- column: occurrences BIGINT: of the itemset
-- reads: published
SELECT entries.itemset, names.item, entries.occurrences
FROM (
    SELECT numbered.itemset, unnest(numbered.items) AS item_id, numbered.occurrences
    FROM (
        SELECT
            CAST(row_number() OVER (ORDER BY shown.itemset) AS INTEGER) AS itemset,
            shown.itemset AS items,
            shown.occurrences
        FROM setrisk.histogram AS shown
        WHERE shown.release = $release
    ) AS numbered
) AS entries
JOIN setrisk.published_item AS names ON names.item_id = entries.item_id AND names.release = $release
ORDER BY entries.itemset, names.item
