-- shown_generalisation_risk(release)
-- What generalisation_risk says of attack 'none' for a release that protects all itemsets of up to m items, in a
-- fraction of its time. A record that nobody has attacked may hold an itemset if it shows each item or a generalised
-- item with it, so records are counted by what they show, of which there is far less than of itemsets of items.
--
-- row: one per published record, for the owner of the release
-- column: record BIGINT, >= 1
-- column: tid BIGINT, >= 1
-- column: attack VARCHAR: 'none'
-- column: at_risk BOOLEAN
-- column: score DOUBLE, fraction, 0 to 1: the highest chance to find the record, by such an itemset of this person
-- column: evidence VARCHAR: the smallest itemset with that chance, in words
-- column: candidates BIGINT?, records, >= 1: the fewest records that may hold such an itemset; NULL if there is none
-- reads: originals
WITH RECURSIVE promises AS MATERIALIZED (
    SELECT promises.k, promises.m
    FROM setrisk_internal.promised_support($release) AS promises
),
records AS MATERIALIZED (
    SELECT origin.record, origin.tid, releases.dataset, count(*) OVER () AS n
    FROM setrisk_private.provenance AS origin
    JOIN setrisk.release AS releases ON releases.release = origin.release
    WHERE origin.release = $release AND releases.family = 'generalisation'
),
-- What each record shows, generalised items with negative numbers, and the person's first item of each.
shown_items AS MATERIALIZED (
    SELECT
        records.record AS owner,
        coalesce(-members.generalised_item, truth.item_id) AS item_id,
        min(truth.item_id) AS true_item
    FROM records
    JOIN setrisk_private.transaction_item AS truth ON truth.dataset = records.dataset AND truth.tid = records.tid
    JOIN setrisk.published_item AS names ON names.release = $release AND names.item_id = truth.item_id
    LEFT JOIN setrisk.generalised_item AS members ON members.release = $release AND members.item_id = truth.item_id
    GROUP BY records.record, 2
),
supports AS MATERIALIZED (
    SELECT itemsets.itemset, itemsets.support
    FROM setrisk_internal.shown_itemsets($release, (SELECT promises.m FROM promises)) AS itemsets
),
known_itemsets AS (
    SELECT shown_items.owner, CAST(shown_items.item_id AS VARCHAR) AS itemset FROM shown_items
    UNION ALL
    SELECT itemsets.owner, itemsets.prefix || ',' || itemsets.item_id AS itemset
    FROM setrisk_internal.grown_itemsets('shown_items', (SELECT promises.m FROM promises)) AS itemsets
),
supported_itemsets AS MATERIALIZED (
    SELECT known_itemsets.owner, known_itemsets.itemset, supports.support
    FROM known_itemsets
    JOIN supports ON supports.itemset = known_itemsets.itemset
),
-- All itemsets of a record that the fewest records show.
rarest_itemsets AS (
    SELECT itemsets.owner, itemsets.itemset, itemsets.support
    FROM supported_itemsets AS itemsets
    JOIN (
        SELECT supported_itemsets.owner, min(supported_itemsets.support) AS support
        FROM supported_itemsets
        GROUP BY supported_itemsets.owner
    ) AS lowest_supports
        ON lowest_supports.owner = itemsets.owner AND lowest_supports.support = itemsets.support
),
worst_itemsets AS MATERIALIZED (
    SELECT
        itemsets.owner AS record,
        itemsets.support AS holders,
        arg_min(itemsets.itemset, struct_pack(size := len(itemsets.itemset), itemset := itemsets.itemset)) AS itemset
    FROM (
        SELECT members.owner, members.support, list_sort(list(shown_items.true_item)) AS itemset
        FROM (
            SELECT
                rarest_itemsets.owner,
                rarest_itemsets.itemset,
                rarest_itemsets.support,
                unnest(CAST(string_split(rarest_itemsets.itemset, ',') AS INTEGER[])) AS item_id
            FROM rarest_itemsets
        ) AS members
        JOIN shown_items ON shown_items.owner = members.owner AND shown_items.item_id = members.item_id
        GROUP BY members.owner, members.itemset, members.support
    ) AS itemsets
    GROUP BY itemsets.owner, itemsets.support
),
item_names AS (
    SELECT names.item_id, names.item FROM setrisk_private.item AS names
)
SELECT
    records.record,
    records.tid,
    'none' AS attack,
    coalesce(named_itemsets.holders < promises.k, false) AS at_risk,
    coalesce(1.0 / named_itemsets.holders, 0) AS score,
    setrisk_internal.holders_in_words(named_itemsets.items, named_itemsets.holders, records.n, promises.k) AS evidence,
    named_itemsets.holders AS candidates
FROM records
CROSS JOIN promises
LEFT JOIN setrisk_internal.named_itemsets('worst_itemsets', 'item_names') AS named_itemsets
    ON named_itemsets.record = records.record
