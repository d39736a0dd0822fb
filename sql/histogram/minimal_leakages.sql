-- minimal_leakages(release, m := 2)
-- The items that attribute linkage infers for someone who knows few of them. The attacker knows up to m items of a
-- person, and looks up which published itemsets hold them. If only one does, all of its other items leak. Of the
-- itemsets that do this only the minimal ones are listed: without any of its items more than one published itemset
-- would hold it. (If only one itemset is published, its single items are listed.) There are as many steps as
-- published itemsets have subsets of m items: with m above 3 it takes long.
--
-- parameter: release: a release of the family histogram
-- parameter: m: how many items of a person an attacker knows at most
-- row:       one per minimal itemset of up to m items that only one published itemset holds, and that is not this one
-- column:    known_items VARCHAR[]: the minimal itemset, in item order
-- column:    items VARCHAR[]: the only published itemset that holds it, in item order
-- column:    leaked_items VARCHAR[]: its other items, which the attacker infers, in item order
-- column:    occurrences BIGINT, records, >= 1: the published occurrences of that itemset
-- checks:    known_release($release, family := 'histogram')
-- reads:     published
-- source:    APL Definition 4
-- page:      histogram.md
-- example:   FROM setrisk.minimal_leakages('r3', m := 2) ORDER BY len(known_items), known_items LIMIT 5
WITH sets AS MATERIALIZED (
    SELECT sets.number, sets.itemset, sets.size, sets.occurrences
    FROM setrisk_internal.histogram_sets($release) AS sets
),
entries AS MATERIALIZED (
    SELECT sets.number AS owner, unnest(sets.itemset) AS item_id FROM sets
),
telling_itemsets AS MATERIALIZED (
    SELECT [entries.item_id] AS itemset, min(entries.owner) AS number
    FROM entries
    GROUP BY entries.item_id
    HAVING count(*) = 1
    UNION ALL
    SELECT setrisk_internal.listed_items(subsets.prefix, subsets.item_id) AS itemset, min(subsets.owner) AS number
    FROM setrisk_internal.grown_itemsets('entries', setrisk_internal.check_at_least('m', $m, 1)) AS subsets
    GROUP BY subsets.prefix, subsets.item_id
    HAVING count(*) = 1
),
-- What has a telling subset has one that lacks a single item.
minimal_itemsets AS MATERIALIZED (
    SELECT telling_itemsets.itemset, telling_itemsets.number
    FROM telling_itemsets
    ANTI JOIN (
        SELECT parts.itemset
        FROM (
            SELECT telling_itemsets.itemset, unnest(telling_itemsets.itemset) AS left_out FROM telling_itemsets
        ) AS parts
        JOIN telling_itemsets AS smaller_itemsets
            ON smaller_itemsets.itemset
            = list_filter(parts.itemset, lambda item_id: item_id <> parts.left_out)
    ) AS larger_itemsets ON larger_itemsets.itemset = telling_itemsets.itemset
),
item_names AS (
    SELECT names.item_id, names.item FROM setrisk.published_item AS names WHERE names.release = $release
)
SELECT
    named_itemsets.items AS known_items,
    spellings.names AS items,
    list_filter(spellings.names, lambda name: NOT list_contains(named_itemsets.items, name)) AS leaked_items,
    sets.occurrences
FROM setrisk_internal.named_itemsets('minimal_itemsets', 'item_names') AS named_itemsets
JOIN sets ON sets.number = named_itemsets.number
JOIN setrisk_internal.itemset_names($release) AS spellings ON spellings.itemset = sets.itemset
WHERE len(named_itemsets.itemset) < sets.size
