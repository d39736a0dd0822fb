-- interactive_leakages(release, epsilon)
-- One row per boundary itemset of a maximal itemset of a histogram: if its counts were asked for one by one instead,
-- each with epsilon, how probable would it be that two answers tell the item that leaks (APL 4.2)? Of use on a release
-- by identity. An error where there is no such release, it is of another family, or epsilon is not above 0, or not
-- finite.
--
-- row: one per boundary itemset of a maximal itemset of a histogram
-- column: itemset VARCHAR[]: the maximal itemset, in item order
-- column: known VARCHAR[]
-- column: leaked VARCHAR
-- column: known_occurrences BIGINT: of just what is known
-- column: occurrences BIGINT: of the whole itemset
-- column: probability DOUBLE
-- checks: known_release($release, family := 'histogram')
-- checks: known_epsilon($epsilon)
-- reads: published
SELECT
    spelled.names AS itemset,
    list_filter(spelled.names, lambda name: name <> named.item) AS known,
    named.item AS leaked,
    coalesce(alone.occurrences, 0) AS known_occurrences,
    boundary.occurrences,
    setrisk_internal.interactive_probability(coalesce(alone.occurrences, 0), boundary.occurrences, setrisk_internal.check_positive('epsilon', $epsilon)) AS probability
FROM setrisk_internal.boundary_supersets($release) AS boundary
JOIN setrisk_internal.itemset_names($release) AS spelled ON spelled.itemset = boundary.itemset
JOIN setrisk.published_item AS named ON named.item_id = boundary.leaked AND named.release = $release
LEFT JOIN setrisk.histogram AS alone
    ON alone.release = $release
    AND alone.itemset = list_filter(boundary.itemset, lambda item_id: item_id <> boundary.leaked)
