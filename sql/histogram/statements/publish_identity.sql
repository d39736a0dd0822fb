-- publish_identity(release, dataset)
-- Publish the histogram of a data set as it is, and the names of its items.
--
-- reads:  originals
-- writes: setrisk.histogram setrisk.published_item
INSERT INTO setrisk.histogram (release, itemset, occurrences)
SELECT $release, histogram.itemset, histogram.occurrences
FROM setrisk.itemset_histogram($dataset) AS histogram
ORDER BY ALL;

INSERT INTO setrisk.published_item (release, item_id, item)
SELECT DISTINCT $release, items.item_id, items.item
FROM (
    SELECT DISTINCT unnest(histogram.itemset) AS item_id
    FROM setrisk.histogram AS histogram
    WHERE histogram.release = $release
) AS members
JOIN setrisk_private.item AS items ON items.item_id = members.item_id
ORDER BY ALL
