-- coverage(release, below := NULL)
-- One row: how much of the data the promise of a release is about, for its owner. Who is known by anything else is
-- protected by nothing, and counted by no share at risk. below: an itemset of one or two items is rare where fewer than
-- so many people hold it; unless given the release's own k, or 5 where it has none. An error where no release of that
-- name was made in this database.
--
-- column: k BIGINT: that number
-- column: itemsets BIGINT?: privacy constraints, NULL in other families
-- column: items BIGINT: that the promise is about
-- column: all_items BIGINT: of the data set
-- column: rare_itemsets BIGINT: of the data
-- column: covered_itemsets BIGINT: those that the promise is about (a subset of a privacy constraint; in a series, with
--     a private item among them)
-- column: coverage DOUBLE, 0 to 1: covered_itemsets / rare_itemsets. Of a private item whose allowed belief reaches
--     1, and of noise with an epsilon above 5, the promise is about nothing
-- checks: own_release($release)
-- reads: originals
SELECT
    stored.k,
    stored.itemsets,
    stored.items,
    stored.all_items,
    stored.rare_itemsets,
    stored.covered_itemsets,
    stored.coverage
FROM setrisk_internal.own_release($release) AS own
JOIN setrisk_private.release_coverage AS stored
    ON stored.release = own.release AND stored.k = coalesce($below, stored.k)
UNION ALL
SELECT
    computed.k,
    computed.itemsets,
    computed.items,
    computed.all_items,
    computed.rare_itemsets,
    computed.covered_itemsets,
    computed.coverage
FROM setrisk_internal.computed_coverage($release, below := setrisk_internal.check_at_least('below', coalesce($below, 1), 1)) AS computed
WHERE $below IS NOT NULL AND computed.k NOT IN (
    SELECT stored.k FROM setrisk_private.release_coverage AS stored WHERE stored.release = $release
)
