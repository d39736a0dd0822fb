-- leaked_people(release)
-- One row per itemset of a stored finding and distinct transaction of the data that holds it, or all of it but one item.
-- itemset INTEGER[]: of the finding; transactions INTEGER[]: the items of the transactions; occurrences BIGINT: how many
-- they are; missing INTEGER: the item that they lack, or NULL
-- internal
WITH people AS MATERIALIZED (
    SELECT row_number() OVER () AS number, each.itemset, each.occurrences
    FROM setrisk.data_histogram($release) AS each
),
holders AS MATERIALIZED (
    SELECT people.number, unnest(people.itemset) AS item_id FROM people
),
ranked AS MATERIALIZED (
    SELECT holders.item_id, row_number() OVER (ORDER BY count(*), holders.item_id) AS rank
    FROM holders
    GROUP BY holders.item_id
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
            SELECT distinct_sets.itemset, unnest(distinct_sets.itemset) AS item_id
            FROM (SELECT DISTINCT found.itemset FROM setrisk.leakage AS found WHERE found.release = $release) AS distinct_sets
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
SELECT compared.itemset, compared.transactions, compared.occurrences, compared.missing[1] AS missing
FROM (
    SELECT
        candidates.itemset,
        people.itemset AS transactions,
        people.occurrences,
        setrisk.missing_items(candidates.itemset, people.itemset) AS missing
    FROM candidates
    JOIN people ON people.number = candidates.number
) AS compared
WHERE len(compared.missing) <= 1
