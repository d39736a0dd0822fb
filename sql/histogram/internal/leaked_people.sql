-- leaked_people(release, attack := NULL)
-- One row per itemset of a stored finding and distinct transaction of the data that holds it, or all of it but one
-- item. attack: the findings of this one alone, or of all where it is NULL.
--
-- row: one per itemset of a stored finding and distinct transaction of the data that holds it, or all of it but one
--     item
-- column: itemset INTEGER[]: of the finding
-- column: transactions INTEGER[]: the items of the transactions
-- column: occurrences BIGINT: how many they are
-- column: missing INTEGER?: the item that they lack, or NULL
-- reads: originals
WITH people AS MATERIALIZED (
    SELECT row_number() OVER () AS number, each.itemset, each.occurrences
    FROM setrisk_internal.data_histogram($release) AS each
),
holders AS MATERIALIZED (
    SELECT people.number, unnest(people.itemset) AS item_id FROM people
),
ranked AS MATERIALIZED (
    SELECT holders.item_id, row_number() OVER (ORDER BY count(*), holders.item_id) AS rank
    FROM holders
    GROUP BY holders.item_id
),
-- As the release numbers them, and as the data do.
translated AS MATERIALIZED (
    SELECT members.itemset, list_sort(list(numbers.own_id)) AS own_itemset
    FROM (
        SELECT found.itemset, unnest(found.itemset) AS item_id
        FROM (
            SELECT DISTINCT each.itemset
            FROM setrisk.leakage AS each
            WHERE each.release = $release AND ($attack IS NULL OR each.attack = $attack)
        ) AS found
    ) AS members
    JOIN setrisk_internal.item_id_map($release) AS numbers ON numbers.item_id = members.item_id
    GROUP BY members.itemset
),
-- An itemset of the finding with its two rarest items, of which whoever lacks one item at most has one; an item that no one
-- has is the rarest.
asked AS MATERIALIZED (
    SELECT entries.itemset, entries.item_id
    FROM (
        SELECT
            members.itemset,
            members.item_id,
            row_number() OVER (PARTITION BY members.itemset ORDER BY coalesce(ranked.rank, 0), members.item_id) AS place
        FROM (
            SELECT translated.itemset, unnest(translated.own_itemset) AS item_id FROM translated
        ) AS members
        LEFT JOIN ranked ON ranked.item_id = members.item_id
    ) AS entries
    WHERE entries.place <= 2
),
candidates AS MATERIALIZED (
    SELECT DISTINCT asked.itemset, holders.number
    FROM asked
    JOIN holders ON holders.item_id = asked.item_id
)
SELECT compared.itemset, compared.transactions, compared.occurrences, numbers.item_id AS missing
FROM (
    SELECT
        candidates.itemset,
        people.itemset AS transactions,
        people.occurrences,
        setrisk_internal.missing_items(translated.own_itemset, people.itemset) AS missing
    FROM candidates
    JOIN translated ON translated.itemset = candidates.itemset
    JOIN people ON people.number = candidates.number
) AS compared
LEFT JOIN setrisk_internal.item_id_map($release) AS numbers ON numbers.own_id = compared.missing[1]
WHERE len(compared.missing) <= 1
