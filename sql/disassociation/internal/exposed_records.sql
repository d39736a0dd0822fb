-- exposed_records(release, places, sets, contents, attacks := NULL)
-- The original records for which a stored attack recovers a hidden itemset correctly.
--
-- parameter: places: the name of a CTE of the caller with the rows of record_places
-- parameter: sets: the name of a CTE of the caller with the rows of anchor_sets
-- parameter: contents: the name of a CTE of the caller with the rows of cluster_items
-- parameter: attacks: stored attacks, or NULL for all
-- row: one per stored attack, original record and hidden itemset that is recovered for it
-- column: attack VARCHAR
-- column: cluster INTEGER, >= 1
-- column: prefix VARCHAR: all items of the itemset but the last, ascending, separated by commas
-- column: item_id INTEGER: the last item of the itemset
-- column: anchor_set BIGINT: the anchors that may be the record
-- column: tid BIGINT, >= 1
-- column: anchors BIT: anchors of the set that hold the itemset for this record, as in anchors.own_bit
-- column: holders BIT: original records of the cluster that hold the itemset, as in record_places.own_bit
-- reads: published, $places: originals, $sets: originals, $contents: originals
WITH placements AS MATERIALIZED (
    SELECT placements.attack, placements.fragment, placements.cluster, placements.anchors
    FROM setrisk_internal.stored_placements($release, attacks := $attacks) AS placements
),
correct_placements AS (
    SELECT
        placements.attack, placements.fragment, placements.cluster, placements.anchor_set, placements.anchors,
        placements.holders
    FROM setrisk_internal.correct_placements($release, 'placements', $sets, $contents) AS placements
),
recovered_fragments AS MATERIALIZED (
    SELECT
        fragments.attack, fragments.fragment, fragments.cluster, fragments.anchor_set, fragments.tid, fragments.anchors
    FROM setrisk_internal.recovered_fragments('correct_placements', $places) AS fragments
),
entries AS MATERIALIZED (
    SELECT
        items.attack, items.tid, items.cluster, items.anchor_set, items.item_id, items.anchors, items.holders,
        items.shown_in, items.of_chunks, items.of_terms
    FROM setrisk_internal.recovered_items($release, 'recovered_fragments', $sets, $contents) AS items
),
promises AS MATERIALIZED (
    SELECT support.k, support.m FROM setrisk_internal.promised_support($release) AS support
)
SELECT
    itemsets.attack,
    itemsets.cluster,
    itemsets.prefix,
    itemsets.item_id,
    itemsets.anchor_set,
    itemsets.tid,
    itemsets.anchors,
    itemsets.holders
FROM setrisk_internal.grown_hidden_itemsets('entries', 'promises') AS itemsets
