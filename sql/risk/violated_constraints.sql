-- violated_constraints(release)
-- Protected itemsets that break the promise of a release. Some published record of a generalised release supports
-- them, but fewer than k do. A release that keeps its promise has none. A record supports an item that it shows, alone
-- or within a generalised item.
--
-- parameter: release: a generalised release that was made in this database
-- row: one per protected itemset with too little support, for the owner of the release: a non-empty subset of a privacy
--     constraint, or an itemset of people of up to the size that is promised
-- column: items VARCHAR[]: its items, in alphabetical order
-- column: support BIGINT, records, >= 1: published records that support all of them
-- column: k INTEGER, records, >= 2: the support that the release promises
-- checks: own_release($release, family := 'generalisation')
-- reads: originals
-- source: THESIS Definition 15; CONTEXT Definition 3.2
-- page: generalisation.md
-- example: FROM setrisk.violated_constraints('r1')
SELECT list_sort(list(names.item)) AS items, members.support, members.k
FROM (
    SELECT
        itemsets.itemset,
        itemsets.holders AS support,
        promises.k,
        unnest(CAST(string_split(itemsets.itemset, ',') AS INTEGER[])) AS item_id
    FROM setrisk_internal.itemset_holders($release, attacks := ['none']) AS itemsets
    CROSS JOIN setrisk_internal.promised_support($release) AS promises
    WHERE itemsets.holders < promises.k
) AS members
JOIN setrisk_private.item AS names ON names.item_id = members.item_id
GROUP BY members.itemset, members.support, members.k
