-- worst_itemsets(release)
-- One row per attack and record: the protected itemset that the person truly holds and that the fewest records may
-- still hold after the attack (the smallest such itemset, then in item order).
-- attack VARCHAR; record BIGINT; items VARCHAR[]; holders BIGINT; k INTEGER
-- internal
SELECT
    ranked.attack,
    ranked.record,
    list_sort(list(names.item)) AS items,
    ranked.holders,
    ranked.k
FROM (
    SELECT
        held.attack,
        held.record,
        held.itemset,
        held.holders,
        held.k,
        row_number() OVER (
            PARTITION BY held.attack, held.record ORDER BY held.holders, len(held.itemset), held.itemset
        ) AS place
    FROM (
        SELECT
            candidates.attack,
            candidates.record,
            candidates.itemset,
            candidates.holders,
            CAST(json_extract_string(releases.parameters, '$.k') AS INTEGER) AS k
        FROM setrisk.itemset_holders($release) AS candidates
        JOIN setrisk.release AS releases ON releases.release = $release
        JOIN setrisk_private.provenance AS origin
            ON origin.release = $release AND origin.record = candidates.record
        JOIN setrisk_private.transaction_item AS truth
            ON truth.dataset = releases.dataset
            AND truth.tid = origin.tid
            AND list_contains(candidates.itemset, truth.item_id)
        GROUP BY
            candidates.attack, candidates.record, candidates.itemset, candidates.holders, releases.parameters
        HAVING count(*) = len(candidates.itemset)
    ) AS held
) AS ranked
JOIN setrisk_private.item AS names ON list_contains(ranked.itemset, names.item_id)
WHERE ranked.place = 1
GROUP BY ranked.attack, ranked.record, ranked.itemset, ranked.holders, ranked.k
