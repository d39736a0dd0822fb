-- stored_leakages(release, attack := NULL)
-- One row per stored attribute linkage attack on the release and finding, by name. attack: this one alone, or all where
-- it is NULL.
--
-- row: one per stored attribute linkage attack on the release and finding, by name
-- column: attack VARCHAR
-- column: itemset VARCHAR[]: the maximal itemset, in item order
-- column: known VARCHAR[]: what the adversary knows
-- column: leaked VARCHAR: what is told from it
-- column: supersets BIGINT
-- column: confidence DOUBLE
-- column: item_ids INTEGER[]: leaked_id INTEGER: by number
-- column: leaked_id INTEGER
-- reads: published
SELECT
    found.attack,
    spelled.names AS itemset,
    list_filter(spelled.names, lambda name: name <> named.item) AS known,
    named.item AS leaked,
    found.supersets,
    found.confidence,
    found.itemset AS item_ids,
    found.leaked AS leaked_id
FROM setrisk.leakage AS found
JOIN setrisk_internal.itemset_names($release) AS spelled ON spelled.itemset = found.itemset
JOIN setrisk.published_item AS named ON named.release = found.release AND named.item_id = found.leaked
WHERE found.release = $release AND ($attack IS NULL OR found.attack = $attack)
