-- interactive_leakages(release, epsilon)
-- One row per boundary itemset of a maximal itemset of a histogram: if its counts were asked for one by one instead, each with
-- epsilon, how probable would it be that two answers tell the item that leaks (APL 4.2)? Of use on a release by identity.
-- An error where there is no such release, it is of another family, or epsilon is not above 0, or not finite.
-- itemset VARCHAR[]: the maximal itemset, in item order; known VARCHAR[]; leaked VARCHAR; known_occurrences BIGINT: of just
-- what is known; occurrences BIGINT: of the whole itemset; probability DOUBLE
SELECT
    spelled.names AS itemset,
    list_filter(spelled.names, lambda name: name <> named.item) AS known,
    named.item AS leaked,
    coalesce(alone.occurrences, 0) AS known_occurrences,
    boundary.occurrences,
    setrisk.interactive_probability(coalesce(alone.occurrences, 0), boundary.occurrences, setrisk.positive('epsilon', $epsilon)) AS probability
FROM setrisk.boundary_supersets($release) AS boundary
JOIN setrisk.spelled_sets($release) AS spelled ON spelled.itemset = boundary.itemset
JOIN setrisk.published_item AS named ON named.item_id = boundary.leaked AND named.release = $release
LEFT JOIN setrisk.histogram AS alone
    ON alone.release = $release
    AND alone.itemset = list_filter(boundary.itemset, lambda item_id: item_id <> boundary.leaked)
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    CASE WHEN known.release <> '' THEN [known.release] END,
    CASE WHEN known.release <> '' THEN [known.release] END,
    known.release,
    length(known.release),
    length(known.release),
    CAST(length(known.release) AS DOUBLE)
FROM setrisk.known_release($release, family := 'histogram') AS known
WHERE known.release IS NULL OR setrisk.positive('epsilon', $epsilon) IS NULL
