-- recovered_items(release, source, sets, contents)
-- The items that correct placements bring back to original records. The items of the anchors are included.
--
-- parameter: source: the name of a CTE of the caller with the rows of recovered_fragments
-- parameter: sets: the name of a CTE of the caller with the rows of anchor_sets
-- parameter: contents: the name of a CTE of the caller with the rows of cluster_items
-- row: one per attack, original record and item
-- column: attack VARCHAR: as in the source
-- column: tid BIGINT, >= 1
-- column: cluster INTEGER, >= 1
-- column: anchor_set BIGINT
-- column: item_id INTEGER
-- column: anchors BIT: anchors that may be the record and have the item, as in anchors.own_bit
-- column: holders BIT: as in cluster_items, as are the columns that follow
-- column: shown_in BIGINT
-- column: of_chunks BOOLEAN
-- column: of_terms BOOLEAN
-- reads: published, $source: originals, $sets: originals, $contents: originals
-- duckdb only: query_table
SELECT
    items.attack,
    items.tid,
    items.cluster,
    items.anchor_set,
    items.item_id,
    items.anchors,
    cluster_items.holders,
    cluster_items.shown_in,
    cluster_items.of_chunks,
    cluster_items.of_terms
FROM (
    SELECT
        records.attack, records.tid, records.cluster, records.anchor_set, members.item_id,
        bit_or(records.anchors) AS anchors
    FROM query_table($source) AS records
    JOIN (
        SELECT fragments.fragment, unnest(fragments.items) AS item_id
        FROM setrisk_internal.fragments($release) AS fragments
    ) AS members ON members.fragment = records.fragment
    GROUP BY records.attack, records.tid, records.cluster, records.anchor_set, members.item_id
    UNION ALL
    SELECT people.attack, people.tid, people.cluster, people.anchor_set, anchor_items.item_id, sets.anchors
    FROM (
        SELECT DISTINCT records.attack, records.tid, records.cluster, records.anchor_set
        FROM query_table($source) AS records
    ) AS people
    JOIN query_table($sets) AS sets
        ON sets.cluster = people.cluster AND sets.anchor_set = people.anchor_set
    JOIN (
        SELECT anchors.cluster, anchors.anchor_set, unnest(anchors.items) AS item_id
        FROM setrisk_internal.anchors($release) AS anchors
        WHERE anchors.nth = 1
    ) AS anchor_items ON anchor_items.cluster = people.cluster AND anchor_items.anchor_set = people.anchor_set
) AS items
JOIN query_table($contents) AS cluster_items
    ON cluster_items.cluster = items.cluster AND cluster_items.item_id = items.item_id
