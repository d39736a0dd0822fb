-- equal_people(members, outsiders)
-- Which share of the people of a control have exactly the items of somebody in the release; and which share of those in
-- the release have exactly the items of somebody else in it, which is as many as chance explains.
--
-- row:    one
-- column: n_outsiders BIGINT
-- column: outsiders_share DOUBLE?
-- column: members_share DOUBLE?
-- stages: _setrisk_person(tid): the people of the control who are not in the release by their ids
-- reads:  originals
WITH transactions AS MATERIALIZED (
    SELECT entries.dataset, entries.tid, list(entries.item_id ORDER BY entries.item_id) AS itemset
    FROM setrisk_private.transaction_item AS entries
    WHERE entries.dataset IN ($members, $outsiders)
    GROUP BY entries.dataset, entries.tid
),
itemsets AS MATERIALIZED (
    SELECT transactions.itemset, count(*) AS people
    FROM transactions
    WHERE transactions.dataset = $members
    GROUP BY transactions.itemset
)
SELECT
    count(*) AS n_outsiders,
    count(itemsets.itemset) / nullif(count(*), 0) AS outsiders_share,
    (
        SELECT coalesce(sum(counts.people) FILTER (WHERE counts.people > 1), 0) / sum(counts.people)
        FROM itemsets AS counts
    ) AS members_share
FROM transactions AS outsiders
JOIN _setrisk_person AS people ON people.tid = outsiders.tid
LEFT JOIN itemsets ON itemsets.itemset = outsiders.itemset
WHERE outsiders.dataset = $outsiders
