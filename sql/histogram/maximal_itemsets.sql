-- maximal_itemsets(release)
-- One row per maximal itemset of a histogram: a published itemset that no other published itemset contains (APL
-- Definition 2).
-- An error where there is no such release, or it is of another family.
-- itemset VARCHAR[]: in item order; occurrences BIGINT: as published
SELECT spelled.names AS itemset, maximal.occurrences
FROM setrisk.maximal_sets($release) AS maximal
JOIN setrisk.spelled_sets($release) AS spelled ON spelled.itemset = maximal.itemset
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT CASE WHEN known.release <> '' THEN [known.release] END, length(known.release)
FROM setrisk.known_release($release, family := 'histogram') AS known
WHERE known.release IS NULL
