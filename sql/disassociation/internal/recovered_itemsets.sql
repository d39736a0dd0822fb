-- recovered_itemsets(release, attack := NULL)
-- The rows of exposed_records, each with the number of reconstructed records among which someone who knows the itemset
-- finds the person.
--
-- parameter: attack: a stored attack, or NULL for all
-- row: one per row of exposed_records
-- column: attack VARCHAR
-- column: cluster INTEGER
-- column: prefix VARCHAR: all items of the itemset but the last, ascending, separated by commas
-- column: item_id INTEGER: the last item of the itemset
-- column: anchor_set BIGINT
-- column: tid BIGINT
-- column: anchors BIT: as in exposed_records
-- column: holders BIT: as in exposed_records
-- column: records BIGINT, records, >= 1: original records with this anchor set that hold the itemset
-- column: candidates BIGINT, records, >= 1: reconstructed records of the whole release that hold the itemset, correct
--     or not
-- reads: originals
-- duckdb only: bit_count
WITH RECURSIVE exposed AS MATERIALIZED (
    SELECT
        records.attack,
        records.cluster,
        records.prefix,
        records.item_id,
        records.anchor_set,
        records.tid,
        records.anchors,
        records.holders
    FROM setrisk_internal.exposed_records($release, attack := $attack) AS records
),
itemsets AS MATERIALIZED (
    SELECT DISTINCT exposed.attack, exposed.prefix, exposed.item_id
    FROM exposed
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
        FROM setrisk_internal.reconstructed_items($release, attack := $attack) AS members
        GROUP BY members.attack, members.cluster, members.anchor
    ) AS records
    GROUP BY records.attack, records.items
),
reconstructed AS MATERIALIZED (
    SELECT equal_records.attack, equal_records.record, equal_records.n, unnest(equal_records.items) AS item_id
    FROM equal_records
),
prefixes AS (
    SELECT
        reconstructed.attack,
        reconstructed.record,
        reconstructed.n,
        beginnings.number,
        beginnings.prefix,
        beginnings.has_extension,
        reconstructed.item_id AS last_item
    FROM reconstructed
    JOIN beginnings
        ON beginnings.attack = reconstructed.attack AND beginnings.prefix = CAST(reconstructed.item_id AS VARCHAR)
    UNION ALL
    SELECT
        shorter.attack,
        shorter.record,
        shorter.n,
        beginnings.number,
        beginnings.prefix,
        beginnings.has_extension,
        reconstructed.item_id
    FROM prefixes AS shorter
    JOIN reconstructed ON reconstructed.record = shorter.record AND reconstructed.item_id > shorter.last_item
    JOIN beginnings
        ON beginnings.attack = shorter.attack AND beginnings.prefix = shorter.prefix || ',' || reconstructed.item_id
    WHERE shorter.has_extension
),
candidates AS MATERIALIZED (
    SELECT numbered.attack, numbered.prefix, numbered.item_id, counts.records
    FROM (
        SELECT prefixes.number, reconstructed.item_id, CAST(sum(prefixes.n) AS BIGINT) AS records
        FROM prefixes
        JOIN reconstructed ON reconstructed.record = prefixes.record AND reconstructed.item_id > prefixes.last_item
        GROUP BY prefixes.number, reconstructed.item_id
    ) AS counts
    JOIN (
        SELECT itemsets.attack, itemsets.prefix, itemsets.item_id, beginnings.number
        FROM itemsets
        JOIN beginnings ON beginnings.attack = itemsets.attack AND beginnings.prefix = itemsets.prefix
    ) AS numbered ON numbered.number = counts.number AND numbered.item_id = counts.item_id
)
SELECT
    exposed.attack,
    exposed.cluster,
    exposed.prefix,
    exposed.item_id,
    exposed.anchor_set,
    exposed.tid,
    exposed.anchors,
    exposed.holders,
    bit_count(exposed.holders & sets.records) AS records,
    candidates.records AS candidates
FROM exposed
JOIN setrisk_internal.anchor_sets($release) AS sets
    ON sets.cluster = exposed.cluster AND sets.anchor_set = exposed.anchor_set
JOIN candidates
    ON candidates.attack = exposed.attack
    AND candidates.prefix = exposed.prefix
    AND candidates.item_id = exposed.item_id
