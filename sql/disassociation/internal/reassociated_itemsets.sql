-- reassociated_itemsets(release)
-- One row per stored attack, and hidden itemset of a cluster that it puts together where it is true, for the owner of
-- the release.
--
-- row: one per stored attack, and hidden itemset of a cluster that it puts together where it is true, for the owner of
--     the release
-- column: attack VARCHAR
-- column: cluster INTEGER
-- column: prefix VARCHAR
-- column: item_id INTEGER: the itemset as in exposed_records
-- column: support BIGINT: original records of the cluster that hold it
-- column: found BIGINT: at most so many of them are rightly found, each on an anchor of its own
-- column: candidates BIGINT: reconstructed records of the release that hold it
-- reads: originals
-- duckdb only: bit_count
SELECT
    by_set.attack,
    by_set.cluster,
    by_set.prefix,
    by_set.item_id,
    by_set.support,
    CAST(sum(least(by_set.anchors, by_set.records)) AS BIGINT) AS found,
    by_set.candidates
FROM (
    SELECT
        each.attack,
        each.cluster,
        each.prefix,
        each.item_id,
        any_value(bit_count(each.holders)) AS support,
        bit_count(bit_or(each.anchors)) AS anchors,
        count(*) AS records,
        any_value(each.candidates) AS candidates
    FROM setrisk_internal.recovered_itemsets($release) AS each
    GROUP BY each.attack, each.cluster, each.anchor_set, each.prefix, each.item_id
) AS by_set
GROUP BY by_set.attack, by_set.cluster, by_set.prefix, by_set.item_id, by_set.support, by_set.candidates
