-- coverage(release, k := NULL)
-- How much of the data a release promises to protect. For the owner of the data. Itemsets outside of the promise are
-- not protected, may still identify people, and count in no share at risk.
--
-- parameter: release: a release that was made in this database
-- parameter: k: an itemset of one or two items is rare if fewer people than this hold it; by default the
--     release's own k, or 5 if it has none
-- row: one
-- column: k INTEGER, records, >= 1: the k that was used
-- column: n_constraints BIGINT?, itemsets, >= 0: privacy constraints of the release; NULL if it is not by
--     constraints
-- column: covered_items BIGINT, items, >= 0: items that the promise is about
-- column: all_items BIGINT, items, >= 0: items of the data set
-- column: rare_itemsets BIGINT?, itemsets, >= 0: rare itemsets in the data; NULL if the method protects all of them,
--     or none, whatever they are, so that they are not counted
-- column: covered_itemsets BIGINT?, itemsets, >= 0: rare itemsets that the promise is about: subsets of a privacy
--     constraint, or, in a serial release, itemsets with a sensitive item; NULL if rare_itemsets is
-- column: coverage DOUBLE, fraction, 0 to 1: covered_itemsets divided by rare_itemsets. A sensitive item whose allowed
--     belief reaches 1 covers nothing, nor does noise with an epsilon above 5
-- checks: own_release($release)
-- reads: originals
-- page: risk.md
-- example: FROM setrisk.coverage('r1')
SELECT
    CAST(coverages.k AS INTEGER) AS k,
    coverages.n_constraints,
    coverages.covered_items,
    coverages.all_items,
    coverages.rare_itemsets,
    coverages.covered_itemsets,
    coverages.coverage
FROM setrisk_internal.own_release($release) AS releases
JOIN setrisk_private.release_coverage AS coverages
    ON coverages.release = releases.release AND coverages.k = coalesce($k, coverages.k)
UNION ALL
SELECT
    CAST(coverages.k AS INTEGER) AS k,
    coverages.n_constraints,
    coverages.covered_items,
    coverages.all_items,
    coverages.rare_itemsets,
    coverages.covered_itemsets,
    coverages.coverage
FROM setrisk_internal.computed_coverage(
    $release,
    k := setrisk_internal.check_at_least('k', coalesce($k, 1), 1)
) AS coverages
WHERE $k IS NOT NULL AND coverages.k NOT IN (
    SELECT coverages.k FROM setrisk_private.release_coverage AS coverages WHERE coverages.release = $release
)
