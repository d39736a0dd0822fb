-- stored_leakages(release, attacks := NULL)
-- The findings of the stored attribute linkage attacks on a histogram, by the names of the items.
--
-- parameter: attacks: stored attacks, or NULL for all
-- row:       one per stored attack, maximal itemset, and item of it that the attack infers
-- column:    attack VARCHAR
-- column:    items VARCHAR[]: the maximal itemset, in item order
-- column:    known_items VARCHAR[]: its items but one, which the attacker knows
-- column:    leaked VARCHAR: the remaining item, which the attacker infers
-- column:    supersets BIGINT, itemsets, >= 1: published itemsets that hold all known items
-- column:    confidence DOUBLE, fraction, 0 to 1: occurrences of the itemset divided by the occurrences of these
-- column:    itemset INTEGER[]: the maximal itemset, by number
-- column:    leaked_id INTEGER
-- reads:     published
SELECT
    leakages.attack,
    spellings.names AS items,
    list_filter(spellings.names, lambda name: name <> items.item) AS known_items,
    items.item AS leaked,
    leakages.supersets,
    leakages.confidence,
    leakages.itemset,
    leakages.leaked_id
FROM setrisk.leakage AS leakages
JOIN setrisk_internal.itemset_names($release) AS spellings ON spellings.itemset = leakages.itemset
JOIN setrisk.published_item AS items ON items.release = leakages.release AND items.item_id = leakages.leaked_id
WHERE leakages.release = $release AND setrisk_internal.is_asked_for(leakages.attack, $attacks)
