-- reassociated_itemsets(release)
-- The hidden itemsets that a stored attack recovers correctly for at least one original record of a cluster.
--
-- row: one per stored attack, cluster and itemset
-- column: attack VARCHAR
-- column: cluster INTEGER, >= 1
-- column: prefix VARCHAR: all items of the itemset but the last, ascending, separated by commas
-- column: item_id INTEGER: the last item of the itemset
-- column: support BIGINT, records, >= 1: original records of the cluster that hold it
-- column: exposed_records BIGINT, records, >= 1: how many of these the attack recovers at most, each on an anchor
--     of its own
-- column: candidates BIGINT, records, >= 1: reconstructed records of the release that hold it, correct or not
-- reads: originals
-- duckdb only: bit_count
SELECT
    counts.attack,
    counts.cluster,
    counts.prefix,
    counts.item_id,
    counts.support,
    CAST(sum(least(counts.anchors, counts.records)) AS BIGINT) AS exposed_records,
    counts.candidates
FROM (
    SELECT
        itemsets.attack,
        itemsets.cluster,
        itemsets.prefix,
        itemsets.item_id,
        any_value(bit_count(itemsets.holders)) AS support,
        bit_count(bit_or(itemsets.anchors)) AS anchors,
        count(*) AS records,
        any_value(itemsets.candidates) AS candidates
    FROM setrisk_internal.recovered_itemsets($release) AS itemsets
    GROUP BY itemsets.attack, itemsets.cluster, itemsets.anchor_set, itemsets.prefix, itemsets.item_id
) AS counts
GROUP BY counts.attack, counts.cluster, counts.prefix, counts.item_id, counts.support, counts.candidates
