-- leakage_findings(release)
-- One row per stored attribute linkage attack on a histogram and boundary itemset from which it tells an item. An error
-- where there is no release of that name, or it is of another family.
--
-- row: one per stored attribute linkage attack on a histogram and boundary itemset from which it tells an item
-- column: attack VARCHAR
-- column: itemset VARCHAR[]: the maximal itemset, in item order
-- column: known VARCHAR[]: what the adversary knows
-- column: leaked VARCHAR: what is told from it
-- column: supersets BIGINT: published itemsets that contain or equal what is known
-- column: confidence DOUBLE: in (0, 1]: share of the maximal itemset in the occurrences of all these
-- checks: known_release($release, family := 'histogram')
-- reads: published
SELECT found.attack, found.itemset, found.known, found.leaked, found.supersets, found.confidence
FROM setrisk_internal.stored_leakages($release) AS found
