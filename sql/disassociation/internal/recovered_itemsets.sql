-- recovered_itemsets(release, attacks := NULL)
-- The rows of exposed_records, each with the number of reconstructed records among which someone who knows the itemset
-- finds the person.
--
-- parameter: attacks: stored attacks, or NULL for all
-- row: one per row of exposed_records
-- column: attack VARCHAR
-- column: cluster INTEGER, >= 1
-- column: prefix VARCHAR: all items of the itemset but the last, ascending, separated by commas
-- column: item_id INTEGER: the last item of the itemset
-- column: anchor_set BIGINT
-- column: tid BIGINT, >= 1
-- column: anchors BIT: as in exposed_records
-- column: holders BIT: as in exposed_records
-- column: records BIGINT, records, >= 1: original records with this anchor set that hold the itemset
-- column: candidates BIGINT, records, >= 1: reconstructed records of the whole release that hold the itemset, correct
--     or not
-- reads: originals
-- source: DISASSOC 6.1
-- duckdb only: bit_count
WITH RECURSIVE record_places AS MATERIALIZED (
    SELECT places.* FROM setrisk_internal.record_places($release) AS places
),
anchor_sets AS MATERIALIZED (
    SELECT sets.* FROM setrisk_internal.anchor_sets($release, 'record_places') AS sets
),
cluster_items AS MATERIALIZED (
    SELECT items.* FROM setrisk_internal.cluster_items($release, 'record_places') AS items
),
exposures AS MATERIALIZED (
    SELECT
        records.attack,
        records.cluster,
        records.prefix,
        records.item_id,
        records.anchor_set,
        records.tid,
        records.anchors,
        records.holders
    FROM setrisk_internal.exposed_records(
        $release, 'record_places', 'anchor_sets', 'cluster_items', attacks := $attacks
    ) AS records
),
itemsets AS MATERIALIZED (
    SELECT DISTINCT exposures.attack, exposures.prefix, exposures.item_id
    FROM exposures
),
-- The prefixes of these itemsets, numbered, since many rows are joined by them.
beginnings AS MATERIALIZED (
    SELECT
        lists.attack,
        lists.prefix,
        bool_or(lists.has_extension) AS has_extension,
        row_number() OVER (ORDER BY lists.attack, lists.prefix) AS number
    FROM (
        SELECT
            sizes.attack,
            array_to_string(sizes.members[1 : sizes.size], ',') AS prefix,
            sizes.size < len(sizes.members) AS has_extension
        FROM (
            SELECT
                itemset_members.attack,
                itemset_members.members,
                unnest(range(1, len(itemset_members.members) + 1)) AS size
            FROM (
                SELECT DISTINCT itemsets.attack, string_split(itemsets.prefix, ',') AS members
                FROM itemsets
            ) AS itemset_members
        ) AS sizes
    ) AS lists
    GROUP BY lists.attack, lists.prefix
),
-- Equal anchors often get equal fragments, so that many reconstructed records are equal.
equal_records AS MATERIALIZED (
    SELECT
        records.attack,
        records.items,
        count(*) AS n,
        row_number() OVER (ORDER BY records.attack, records.items) AS record
    FROM (
        SELECT members.attack, list_sort(list(DISTINCT members.item_id)) AS items
        FROM setrisk_internal.reconstructed_items($release, attacks := $attacks) AS members
        GROUP BY members.attack, members.cluster, members.anchor
    ) AS records
    GROUP BY records.attack, records.items
),
record_items AS MATERIALIZED (
    SELECT equal_records.attack, equal_records.record, equal_records.n, unnest(equal_records.items) AS item_id
    FROM equal_records
),
prefixes AS (
    SELECT
        record_items.attack,
        record_items.record,
        record_items.n,
        beginnings.number,
        beginnings.prefix,
        beginnings.has_extension,
        record_items.item_id AS last_item
    FROM record_items
    JOIN beginnings
        ON beginnings.attack = record_items.attack AND beginnings.prefix = CAST(record_items.item_id AS VARCHAR)
    UNION ALL
    SELECT
        prefixes.attack,
        prefixes.record,
        prefixes.n,
        beginnings.number,
        beginnings.prefix,
        beginnings.has_extension,
        record_items.item_id
    FROM prefixes
    JOIN record_items ON record_items.record = prefixes.record AND record_items.item_id > prefixes.last_item
    JOIN beginnings
        ON beginnings.attack = prefixes.attack AND beginnings.prefix = prefixes.prefix || ',' || record_items.item_id
    WHERE prefixes.has_extension
),
candidates AS MATERIALIZED (
    SELECT numbers.attack, numbers.prefix, numbers.item_id, counts.records
    FROM (
        SELECT prefixes.number, record_items.item_id, CAST(sum(prefixes.n) AS BIGINT) AS records
        FROM prefixes
        JOIN record_items ON record_items.record = prefixes.record AND record_items.item_id > prefixes.last_item
        GROUP BY prefixes.number, record_items.item_id
    ) AS counts
    JOIN (
        SELECT itemsets.attack, itemsets.prefix, itemsets.item_id, beginnings.number
        FROM itemsets
        JOIN beginnings ON beginnings.attack = itemsets.attack AND beginnings.prefix = itemsets.prefix
    ) AS numbers ON numbers.number = counts.number AND numbers.item_id = counts.item_id
)
SELECT
    exposures.attack,
    exposures.cluster,
    exposures.prefix,
    exposures.item_id,
    exposures.anchor_set,
    exposures.tid,
    exposures.anchors,
    exposures.holders,
    bit_count(exposures.holders & sets.records) AS records,
    candidates.records AS candidates
FROM exposures
JOIN anchor_sets AS sets
    ON sets.cluster = exposures.cluster AND sets.anchor_set = exposures.anchor_set
JOIN candidates
    ON candidates.attack = exposures.attack
    AND candidates.prefix = exposures.prefix
    AND candidates.item_id = exposures.item_id
