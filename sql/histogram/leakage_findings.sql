-- leakage_findings(release)
-- The items that the stored attacks on a histogram infer. Attribute linkage infers one item of a maximal itemset from
-- all its other items.
--
-- parameter: release: a release of the family histogram
-- row:       one per stored attack, maximal itemset, and item of it that the attack infers
-- column:    attack VARCHAR: name of the attack
-- column:    items VARCHAR[]: the maximal itemset, in item order
-- column:    known_items VARCHAR[]: its items but one, which the attacker knows
-- column:    leaked VARCHAR: the remaining item, which the attacker infers
-- column:    supersets BIGINT, itemsets, >= 1: published itemsets that hold all known items
-- column:    confidence DOUBLE, fraction, 0 to 1: occurrences of the maximal itemset divided by the occurrences of all
--     these itemsets
-- checks:    known_release($release, family := 'histogram')
-- reads:     published
-- source:    APL 4.2
-- page:      histogram.md
-- example:   FROM setrisk.leakage_findings('r3')
SELECT
    leakages.attack, leakages.items, leakages.known_items, leakages.leaked, leakages.supersets, leakages.confidence
FROM setrisk_internal.stored_leakages($release) AS leakages
