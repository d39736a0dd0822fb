-- coverage(release, below := NULL)
-- One row: how much of the data the promise of a release is about, for its owner. Who is known by anything else is protected by
-- nothing, and counted by no share at risk.
-- below: an itemset of one or two items is rare where fewer than so many people hold it; unless given the release's own k, or 5
-- where it has none.
-- An error where no release of that name was made in this database.
-- k INTEGER: that number;
-- itemsets BIGINT: privacy constraints, NULL in other families; items BIGINT: that the promise is about; all_items BIGINT: of the
-- data set; rare_itemsets BIGINT: of the data; covered_itemsets BIGINT: those that the promise is about (a subset of a privacy
-- constraint; in a series, with a private item among them); both NULL where the promise is about all or none by itself;
-- coverage DOUBLE in [0, 1]: covered_itemsets / rare_itemsets. Of a private item whose allowed belief reaches 1, and of noise with
-- an epsilon above 5, the promise is about nothing
SELECT
    stored.k,
    stored.itemsets,
    stored.items,
    stored.all_items,
    stored.rare_itemsets,
    stored.covered_itemsets,
    stored.coverage
FROM setrisk.own_release($release) AS own
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
FROM setrisk.computed_coverage($release, below := setrisk.at_least('below', coalesce($below, 1), 1)) AS computed
WHERE $below IS NOT NULL AND computed.k NOT IN (
    SELECT stored.k FROM setrisk_private.release_coverage AS stored WHERE stored.release = $release
)
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    length(own.release), length(own.release), length(own.release), length(own.release), length(own.release), length(own.release),
    length(own.release)
FROM setrisk.own_release($release) AS own
WHERE own.release IS NULL
