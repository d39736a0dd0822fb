-- leaked_people(release, attacks := NULL)
-- The people whom the findings of the stored attribute linkage attacks are about: transactions of the data that hold
-- all items of a maximal itemset, or all but one.
--
-- parameter: attacks: stored attacks, or NULL for all
-- row:       one per maximal itemset of a finding, and distinct transaction that lacks at most one of its items
-- column:    itemset INTEGER[]: the maximal itemset, by the numbers of the release
-- column:    transactions INTEGER[]: items of the transaction, by the numbers of the data
-- column:    occurrences BIGINT, records, >= 1: how many transactions are equal to it
-- column:    missing INTEGER?: the item that they lack, by the numbers of the release; NULL if they lack none
-- reads:     originals
WITH people AS MATERIALIZED (
    SELECT row_number() OVER () AS number, histogram.itemset, histogram.occurrences
    FROM setrisk_internal.data_histogram($release) AS histogram
),
holders AS MATERIALIZED (
    SELECT people.number, unnest(people.itemset) AS item_id FROM people
),
item_ranks AS MATERIALIZED (
    SELECT holders.item_id, row_number() OVER (ORDER BY count(*), holders.item_id) AS rank
    FROM holders
    GROUP BY holders.item_id
),
-- By the numbers of the release, and by those of the data.
leaked_sets AS MATERIALIZED (
    SELECT members.itemset, list_sort(list(numbers.own_id)) AS own_itemset
    FROM (
        SELECT findings.itemset, unnest(findings.itemset) AS item_id
        FROM (
            SELECT DISTINCT leakages.itemset
            FROM setrisk.leakage AS leakages
            WHERE leakages.release = $release AND setrisk_internal.is_asked_for(leakages.attack, $attacks)
        ) AS findings
    ) AS members
    JOIN setrisk_internal.item_id_map($release) AS numbers ON numbers.item_id = members.item_id
    GROUP BY members.itemset
),
-- The two rarest items of each itemset: whoever lacks at most one item has one of them. An item that nobody has is the
-- rarest.
rarest_items AS MATERIALIZED (
    SELECT entries.itemset, entries.own_itemset, entries.item_id
    FROM (
        SELECT
            members.itemset,
            members.own_itemset,
            members.item_id,
            row_number() OVER (
                PARTITION BY members.itemset ORDER BY coalesce(item_ranks.rank, 0), members.item_id
            ) AS place
        FROM (
            SELECT leaked_sets.itemset, leaked_sets.own_itemset, unnest(leaked_sets.own_itemset) AS item_id
            FROM leaked_sets
        ) AS members
        LEFT JOIN item_ranks ON item_ranks.item_id = members.item_id
    ) AS entries
    WHERE entries.place <= 2
)
SELECT comparisons.itemset, comparisons.transactions, comparisons.occurrences, numbers.item_id AS missing
FROM (
    -- Once, who has both of the rarest: there are few, once those who lack more are gone.
    SELECT DISTINCT candidates.itemset, candidates.transactions, candidates.occurrences, candidates.missing
    FROM (
        SELECT
            rarest_items.itemset,
            people.itemset AS transactions,
            people.occurrences,
            setrisk_internal.missing_items(rarest_items.own_itemset, people.itemset) AS missing
        FROM rarest_items
        JOIN holders ON holders.item_id = rarest_items.item_id
        JOIN people ON people.number = holders.number
        -- Shorter ones need no comparison.
        WHERE len(people.itemset) >= len(rarest_items.own_itemset) - 1
    ) AS candidates
    WHERE len(candidates.missing) <= 1
) AS comparisons
LEFT JOIN setrisk_internal.item_id_map($release) AS numbers ON numbers.own_id = comparisons.missing[1]
