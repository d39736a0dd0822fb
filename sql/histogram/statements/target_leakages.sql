-- target_leakages(release, target)
-- What an attacker has to know of an itemset of a histogram to infer its last item with certainty.
--
-- parameter: target: names of the items of a maximal itemset, in any order
-- row:       one per attribute privacy leakage of the itemset, in the order of the items that leak
-- column:    items VARCHAR[]: the known items
-- column:    number INTEGER: 0
-- reads:     published
SELECT leakages.known_items AS items, 0 AS number
FROM setrisk.leakages($release) AS leakages
WHERE leakages.supersets = 1 AND list_sort(leakages.items) = list_sort($target)
ORDER BY leakages.leaked
