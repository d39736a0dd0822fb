-- coverage(release)
-- One row: what a generalised release protects, for its owner. Nothing is promised of any other itemset, and risk looks at none.
-- An error where no release of that name was made in this database, or it is of another family.
-- itemsets BIGINT: privacy constraints; items BIGINT: that stand in any of them; all_items BIGINT: of the data set
SELECT
    count(DISTINCT held.constraint_no) AS itemsets,
    count(DISTINCT held.item_id) AS items,
    min(data.n_items) AS all_items
FROM setrisk.own_release($release, family := 'generalisation') AS own
JOIN setrisk.release AS made ON made.release = own.release
JOIN setrisk_private.dataset AS data ON data.dataset = made.dataset
LEFT JOIN setrisk_private.privacy_constraint AS held ON held.release = made.release
