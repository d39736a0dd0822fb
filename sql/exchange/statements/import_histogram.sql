-- import_histogram(release)
-- Publish the tables of an imported histogram, with the names of its items replaced by numbers of its own.
--
-- reads: published
-- writes: setrisk.published_item setrisk.histogram
-- stages: _setrisk_imported_histogram(itemset, item, occurrences): items of itemsets
INSERT INTO setrisk.published_item (release, item_id, item)
SELECT $release, CAST(row_number() OVER (ORDER BY names.item) AS INTEGER) AS item_id, names.item
FROM (
    SELECT DISTINCT entries.item
    FROM _setrisk_imported_histogram AS entries
    WHERE entries.item IS NOT NULL
) AS names;

INSERT INTO setrisk.histogram (release, itemset, occurrences)
SELECT $release, list_sort(list(names.item_id)) AS items, max(entries.occurrences)
FROM _setrisk_imported_histogram AS entries
LEFT JOIN setrisk.published_item AS names ON names.item = entries.item AND names.release = $release
GROUP BY entries.itemset
