-- context_pairs(release, view)
-- The pairs of terms that an attack on the release compares, and so needs scores of: the context of a record and a
-- member of a generalised item.
--
-- parameter: view: what the attacker looks at, as as_view has it
-- row:       one per pair of terms
-- column:    item_a VARCHAR: before item_b in the order of names
-- column:    item_b VARCHAR
-- reads:     published
SELECT DISTINCT
    least(pairs.anchor_term, pairs.item_term) AS item_a,
    greatest(pairs.anchor_term, pairs.item_term) AS item_b
FROM setrisk_internal.compared_members($release, $view) AS pairs
