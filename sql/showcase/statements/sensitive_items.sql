-- sensitive_items(dataset, share)
-- Draw the items of a data set that are sensitive: the same ones each time.
--
-- parameter: share: how many of the items, 0 to 1
-- row:    one per item that is drawn
-- column: item VARCHAR
-- reads:  originals
SELECT supports.item
FROM setrisk_internal.item_supports($dataset) AS supports
ORDER BY md5(supports.item)
LIMIT (
    SELECT CAST(round($share * datasets.n_items) AS BIGINT)
    FROM setrisk_private.dataset AS datasets
    WHERE datasets.dataset = $dataset
)
