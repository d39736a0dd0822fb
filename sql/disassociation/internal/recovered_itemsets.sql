-- recovered_itemsets(release, attack := NULL)
-- One row per row of exposed_records: with it, among how many reconstructed records someone who knows the itemset finds
-- the person; for the owner of the release. attack: this one alone, or all where it is NULL.
--
-- row: one per row of exposed_records
-- column: attack VARCHAR
-- column: cluster INTEGER
-- column: prefix VARCHAR
-- column: item_id INTEGER
-- column: anchor_set BIGINT
-- column: tid BIGINT
-- column: anchors BIT: as in exposed_records
-- column: holders BIT: as in exposed_records
-- column: records BIGINT: originals with that anchor set that hold the itemset
-- column: candidates BIGINT: reconstructed records of the whole release that hold it, rightly or not
-- reads: originals
-- duckdb only: bit_count
WITH RECURSIVE exposed AS MATERIALIZED (
    SELECT
        each.attack, each.cluster, each.prefix, each.item_id, each.anchor_set, each.tid, each.anchors, each.holders
    FROM setrisk_internal.exposed_records($release, attack := $attack) AS each
),
itemsets AS MATERIALIZED (
    SELECT DISTINCT exposed.attack, exposed.prefix, exposed.item_id
    FROM exposed
),
-- What these begin with. Numbered, since many rows are joined by it.
beginnings AS MATERIALIZED (
    SELECT
        each.attack,
        each.prefix,
        bool_or(each.goes_on) AS goes_on,
        row_number() OVER (ORDER BY each.attack, each.prefix) AS number
    FROM (
        SELECT
            listed.attack,
            array_to_string(listed.members[1 : listed.size], ',') AS prefix,
            listed.size < len(listed.members) AS goes_on
        FROM (
            SELECT named.attack, named.members, unnest(range(1, len(named.members) + 1)) AS size
            FROM (
                SELECT DISTINCT itemsets.attack, string_split(itemsets.prefix, ',') AS members
                FROM itemsets
            ) AS named
        ) AS listed
    ) AS each
    GROUP BY each.attack, each.prefix
),
-- Anchors that are equal get equal pieces: many reconstructed records are alike.
alike AS MATERIALIZED (
    SELECT
        records.attack,
        records.items,
        count(*) AS n,
        row_number() OVER (ORDER BY records.attack, records.items) AS record
    FROM (
        SELECT each.attack, list_sort(list(DISTINCT each.item_id)) AS items
        FROM setrisk_internal.reconstructed_items($release, attack := $attack) AS each
        GROUP BY each.attack, each.cluster, each.anchor
    ) AS records
    GROUP BY records.attack, records.items
),
reconstructed AS MATERIALIZED (
    SELECT alike.attack, alike.record, alike.n, unnest(alike.items) AS item_id
    FROM alike
),
prefixes AS (
    SELECT
        reconstructed.attack,
        reconstructed.record,
        reconstructed.n,
        beginnings.number,
        beginnings.prefix,
        beginnings.goes_on,
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
        beginnings.goes_on,
        reconstructed.item_id
    FROM prefixes AS shorter
    JOIN reconstructed ON reconstructed.record = shorter.record AND reconstructed.item_id > shorter.last_item
    JOIN beginnings
        ON beginnings.attack = shorter.attack AND beginnings.prefix = shorter.prefix || ',' || reconstructed.item_id
    WHERE shorter.goes_on
),
candidates AS MATERIALIZED (
    SELECT numbered.attack, numbered.prefix, numbered.item_id, found.records
    FROM (
        SELECT prefixes.number, reconstructed.item_id, CAST(sum(prefixes.n) AS BIGINT) AS records
        FROM prefixes
        JOIN reconstructed ON reconstructed.record = prefixes.record AND reconstructed.item_id > prefixes.last_item
        GROUP BY prefixes.number, reconstructed.item_id
    ) AS found
    JOIN (
        SELECT itemsets.attack, itemsets.prefix, itemsets.item_id, beginnings.number
        FROM itemsets
        JOIN beginnings ON beginnings.attack = itemsets.attack AND beginnings.prefix = itemsets.prefix
    ) AS numbered ON numbered.number = found.number AND numbered.item_id = found.item_id
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
JOIN setrisk_internal.anchor_sets($release) AS sets ON sets.cluster = exposed.cluster AND sets.anchor_set = exposed.anchor_set
JOIN candidates
    ON candidates.attack = exposed.attack AND candidates.prefix = exposed.prefix AND candidates.item_id = exposed.item_id
