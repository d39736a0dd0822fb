-- reassociated_itemsets(release)
-- The hidden itemsets that a stored attack recovers correctly for at least one original record of a cluster.
--
-- row: one per stored attack, cluster and itemset
-- column: attack VARCHAR
-- column: cluster INTEGER
-- column: prefix VARCHAR: all items of the itemset but the last, ascending, separated by commas
-- column: item_id INTEGER: the last item of the itemset
-- column: support BIGINT, records, >= 1: original records of the cluster that hold it
-- column: found BIGINT, records, >= 1: how many of these the attack recovers at most, each on an anchor of its own
-- column: candidates BIGINT, records, >= 1: reconstructed records of the release that hold it, correct or not
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
        recovered.attack,
        recovered.cluster,
        recovered.prefix,
        recovered.item_id,
        any_value(bit_count(recovered.holders)) AS support,
        bit_count(bit_or(recovered.anchors)) AS anchors,
        count(*) AS records,
        any_value(recovered.candidates) AS candidates
    FROM setrisk_internal.recovered_itemsets($release) AS recovered
    GROUP BY recovered.attack, recovered.cluster, recovered.anchor_set, recovered.prefix, recovered.item_id
) AS by_set
GROUP BY by_set.attack, by_set.cluster, by_set.prefix, by_set.item_id, by_set.support, by_set.candidates
