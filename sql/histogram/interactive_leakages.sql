-- interactive_leakages(release, epsilon)
-- Attribute linkage when counts are asked for one by one. The counts are not published, and each answer has fresh
-- noise. For every boundary itemset: how likely two noisy counts are to reveal the item that is left out. Apply it to a
-- release by `identity`, whose counts are the true ones.
--
-- parameter: release: a release of the family histogram
-- parameter: epsilon: what each answer spends; above 0 and finite, anything else is an error
-- row:       one per maximal itemset of at least two items, and item of it
-- column:    items VARCHAR[]: the maximal itemset, in item order
-- column:    known_items VARCHAR[]: its items but one, which the attacker knows
-- column:    leaked VARCHAR: the remaining item, which the answers may reveal
-- column:    known_occurrences BIGINT, records, >= 0: those with exactly the known items
-- column:    occurrences BIGINT, records, >= 1: those with exactly the whole itemset
-- column:    probability DOUBLE, fraction, 0 to 1: that the first noisy count is 0 and the second above 0
-- column:    correlated_epsilon DOUBLE?, > 0: what becomes of epsilon if a person joins and both counts grow in their
--     ratio, as correlated_epsilon says; NULL if it is without bound
-- checks:    known_release($release, family := 'histogram')
-- checks:    known_epsilon($epsilon)
-- reads:     published
-- source:    APL 4.2
-- page:      histogram.md
-- example:   FROM setrisk.interactive_leakages('r3', epsilon := 0.5)
SELECT
    spellings.names AS items,
    list_filter(spellings.names, lambda name: name <> items.item) AS known_items,
    items.item AS leaked,
    coalesce(histogram.occurrences, 0) AS known_occurrences,
    boundaries.occurrences,
    setrisk_internal.interactive_probability(
        coalesce(histogram.occurrences, 0),
        boundaries.occurrences,
        setrisk_internal.check_positive('epsilon', $epsilon)
    ) AS probability,
    setrisk.correlated_epsilon(
        $epsilon, boundaries.occurrences / (coalesce(histogram.occurrences, 0) + boundaries.occurrences)
    ) AS correlated_epsilon
FROM setrisk_internal.boundary_supersets($release) AS boundaries
JOIN setrisk_internal.itemset_names($release) AS spellings ON spellings.itemset = boundaries.itemset
JOIN setrisk.published_item AS items ON items.item_id = boundaries.leaked_id AND items.release = $release
LEFT JOIN setrisk.histogram AS histogram
    ON histogram.release = $release
    AND histogram.itemset = list_filter(boundaries.itemset, lambda item_id: item_id <> boundaries.leaked_id)
