-- leakage_findings(release)
-- One row per stored attribute linkage attack on a histogram and boundary itemset from which it tells an item.
-- An error where there is no release of that name, or it is of another family.
-- attack VARCHAR; itemset VARCHAR[]: the maximal itemset, in item order; known VARCHAR[]: what the adversary knows; leaked
-- VARCHAR: what is told from it; supersets BIGINT: published itemsets that contain or equal what is known; confidence
-- DOUBLE in (0, 1]: share of the maximal itemset in the occurrences of all these
SELECT found.attack, found.itemset, found.known, found.leaked, found.supersets, found.confidence
FROM setrisk.stored_leakages($release) AS found
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    known.release,
    CASE WHEN known.release <> '' THEN [known.release] END,
    CASE WHEN known.release <> '' THEN [known.release] END,
    known.release,
    length(known.release),
    CAST(length(known.release) AS DOUBLE)
FROM setrisk.known_release($release, family := 'histogram') AS known
WHERE known.release IS NULL
