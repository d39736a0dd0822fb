-- asked_people(dataset, choice, people, sizes, seed, sensitive)
-- People of a data set who are asked about, in a random order, with their items in the order in which somebody learns
-- of them. Items that the staged release does not show come last if the rarest are known first, and have the number -1.
--
-- parameter: choice: 'random' or 'rarest' items first
-- parameter: people: how many people to draw for each size
-- parameter: sizes: numbers of items; for each, people are drawn who have at least so many
-- parameter: seed: seed of the draws
-- parameter: sensitive: names of items that nobody is to learn of a person
-- stages: _setrisk_person(tid): the people of the data set among whom to draw
-- stages: _setrisk_shown_item(item, number, weight): the items of the release
-- row:    one per person
-- column: tid BIGINT, >= 1
-- column: sizes BIGINT[]: for which of the sizes the person was drawn
-- column: items BIGINT[]: numbers of all items of the person
-- column: are_sensitive BOOLEAN[]: whether each of them is sensitive
-- reads:  originals
WITH sizes AS MATERIALIZED (
    SELECT entries.tid, count(*) AS n_items, md5($seed || '/' || entries.tid) AS lot
    FROM setrisk_private.transaction_item AS entries
    JOIN _setrisk_person AS persons ON persons.tid = entries.tid
    WHERE entries.dataset = $dataset
    GROUP BY entries.tid
),
people AS MATERIALIZED (
    SELECT draws.tid, list(draws.size ORDER BY draws.size) AS sizes
    FROM (
        SELECT
            numbers.size,
            sizes.tid,
            row_number() OVER (PARTITION BY numbers.size ORDER BY sizes.lot) AS place
        FROM (SELECT unnest(CAST($sizes AS BIGINT[])) AS size) AS numbers
        JOIN sizes ON sizes.n_items >= numbers.size
    ) AS draws
    WHERE draws.place <= $people
    GROUP BY draws.tid
)
SELECT
    people.tid,
    any_value(people.sizes) AS sizes,
    list(
        coalesce(items.number, -1)
        ORDER BY
            CASE WHEN $choice = 'rarest' THEN coalesce(items.weight, 9223372036854775807) END,
            md5($seed || '/' || people.tid || '/' || names.item)
    ) AS items,
    list(
        list_contains(CAST($sensitive AS VARCHAR[]), names.item)
        ORDER BY
            CASE WHEN $choice = 'rarest' THEN coalesce(items.weight, 9223372036854775807) END,
            md5($seed || '/' || people.tid || '/' || names.item)
    ) AS are_sensitive
FROM people
JOIN setrisk_private.transaction_item AS entries ON entries.tid = people.tid AND entries.dataset = $dataset
JOIN setrisk_private.item AS names ON names.item_id = entries.item_id
LEFT JOIN _setrisk_shown_item AS items ON items.item = names.item
GROUP BY people.tid
ORDER BY md5($seed || '/' || people.tid)
