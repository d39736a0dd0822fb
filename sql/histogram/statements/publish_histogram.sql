-- publish_histogram(release)
-- Publish a histogram, in the order of its itemsets, and the names of its items.
--
-- writes: setrisk.histogram setrisk.published_item
-- stages: _setrisk_entries(number, item_id): the items of each itemset
-- stages: _setrisk_counts(number, occurrences): how often each itemset occurs
-- stages: _setrisk_names(item_id, item): the items that some itemset holds
INSERT INTO setrisk.histogram (release, itemset, occurrences)
SELECT $release, itemsets.itemset, counts.occurrences
FROM (
    SELECT entries.number, CAST(list_sort(list(entries.item_id)) AS INTEGER[]) AS itemset
    FROM _setrisk_entries AS entries
    GROUP BY entries.number
) AS itemsets
JOIN _setrisk_counts AS counts ON counts.number = itemsets.number
ORDER BY ALL;

INSERT INTO setrisk.published_item (release, item_id, item)
SELECT $release, names.item_id, names.item
FROM _setrisk_names AS names
ORDER BY names.item_id
