-- reassociation_evaluation_by_cluster(release, draws := 30)
-- How well attacks on chunks do, by cluster and draw. These are the counts behind reassociation_evaluation: what each
-- attack places, and what of it is correct. Equal anchors cannot be told apart, so a fragment that is placed on n of
-- them counts as correct as often as original records with these anchors hold it. For the owner of the release.
--
-- parameter: release: a disassociated release that was made in this database
-- parameter: draws: draws of the random baseline, 1 to 10,000
-- row: one per attack, draw, part of the release and cluster
-- column: attack VARCHAR: name of the stored attack, or 'random_baseline'
-- column: draw BIGINT, >= 1: draw of the random baseline, 1 for a stored attack
-- column: part VARCHAR: the part that is evaluated: 'record_chunk' (shared chunks included), 'term_chunk' or 'both'
-- column: cluster INTEGER, >= 1: cluster whose anchors the fragments are placed on
-- column: placements BIGINT, placements, >= 0: placements of fragments on anchors
-- column: correct_placements BIGINT, placements, >= 0: placements that are correct
-- column: breakable BIGINT, records, >= 0: original records with an item of the part
-- column: broken BIGINT, records, >= 0: breakable records that got a correct item back
-- column: hidden BIGINT, itemsets, >= 0: hidden itemsets of the part
-- column: exposed BIGINT, itemsets, >= 0: hidden itemsets that are recovered correctly
-- checks: own_release($release, family := 'disassociation')
-- reads: originals
-- source: DISASSOC 6.1
-- page: disassociation.md
-- example: FROM setrisk.reassociation_evaluation_by_cluster('r2', draws := 2)
-- duckdb only: bit_count
WITH record_places AS MATERIALIZED (
    SELECT places.* FROM setrisk_internal.record_places($release) AS places
),
anchor_sets AS MATERIALIZED (
    SELECT sets.* FROM setrisk_internal.anchor_sets($release, 'record_places') AS sets
),
cluster_items AS MATERIALIZED (
    SELECT items.* FROM setrisk_internal.cluster_items($release, 'record_places') AS items
),
fragments AS MATERIALIZED (
    SELECT fragments.fragment, CASE WHEN fragments.chunk = 0 THEN 2 ELSE 1 END AS part
    FROM setrisk_internal.fragments($release) AS fragments
),
placements AS MATERIALIZED (
    SELECT placements.run_no AS attack, placements.fragment, placements.cluster, placements.anchors
    FROM setrisk_internal.judged_placements($release, $draws) AS placements
),
correct_placements AS MATERIALIZED (
    SELECT
        placements.attack, placements.fragment, placements.cluster, placements.anchor_set, placements.anchors,
        placements.holders
    FROM setrisk_internal.correct_placements(
        $release, 'placements', 'anchor_sets', 'cluster_items'
    ) AS placements
),
recovered_fragments AS MATERIALIZED (
    SELECT
        records.attack, records.fragment, records.cluster, records.anchor_set, records.tid, records.anchors
    FROM setrisk_internal.recovered_fragments('correct_placements', 'record_places') AS records
),
entries AS MATERIALIZED (
    SELECT
        items.attack, items.tid, items.cluster, items.anchor_set, items.item_id, items.anchors, items.holders,
        items.shown_in, items.of_chunks, items.of_terms
    FROM setrisk_internal.recovered_items(
        $release, 'recovered_fragments', 'anchor_sets', 'cluster_items'
    ) AS items
),
promises AS MATERIALIZED (
    SELECT support.k, support.m FROM setrisk_internal.promised_support($release) AS support
),
exposed_itemsets AS (
    SELECT DISTINCT
        itemsets.attack,
        itemsets.cluster,
        itemsets.prefix,
        itemsets.item_id,
        CASE WHEN itemsets.of_chunks THEN 1 ELSE 0 END + CASE WHEN itemsets.of_terms THEN 2 ELSE 0 END AS part
    FROM setrisk_internal.grown_hidden_itemsets('entries', 'promises') AS itemsets
),
-- 1 is record chunks, 2 is term chunks, and 3 is an itemset with items of both.
parts AS MATERIALIZED (
    SELECT 'record_chunk' AS part, 1 AS of_part
    UNION ALL
    SELECT 'term_chunk' AS part, 2 AS of_part
    UNION ALL
    SELECT 'both' AS part, unnest([1, 2, 3]) AS of_part
),
numbers AS MATERIALIZED (
    SELECT counts.run_no, parts.part, counts.cluster, counts.quantity, sum(counts.number) AS number
    FROM (
        SELECT
            placements.attack AS run_no,
            fragments.part,
            placements.cluster,
            'placements' AS quantity,
            sum(bit_count(placements.anchors)) AS number
        FROM placements
        JOIN fragments ON fragments.fragment = placements.fragment
        GROUP BY placements.attack, fragments.part, placements.cluster
        UNION ALL
        SELECT
            correct_placements.attack, fragments.part, correct_placements.cluster, 'correct',
            sum(least(bit_count(correct_placements.anchors), bit_count(correct_placements.holders)))
        FROM correct_placements
        JOIN fragments ON fragments.fragment = correct_placements.fragment
        GROUP BY correct_placements.attack, fragments.part, correct_placements.cluster
        UNION ALL
        SELECT exposed_itemsets.attack, exposed_itemsets.part, exposed_itemsets.cluster, 'exposed', count(*)
        FROM exposed_itemsets
        GROUP BY exposed_itemsets.attack, exposed_itemsets.part, exposed_itemsets.cluster
    ) AS counts
    JOIN parts ON parts.of_part = counts.part
    GROUP BY counts.run_no, parts.part, counts.cluster, counts.quantity
    UNION ALL
    SELECT matches.run_no, matches.part, matches.cluster, 'broken', count(*)
    FROM (
        SELECT
            record_anchors.run_no,
            record_anchors.part,
            unnest(
                _setrisk_matched_anchors_v1(list(record_anchors.cluster), list(CAST(record_anchors.anchors AS VARCHAR)))
            ) AS cluster
        FROM (
            SELECT
                recovered_fragments.attack AS run_no,
                parts.part,
                recovered_fragments.cluster,
                recovered_fragments.tid,
                bit_or(recovered_fragments.anchors) AS anchors
            FROM recovered_fragments
            JOIN fragments ON fragments.fragment = recovered_fragments.fragment
            JOIN parts ON parts.of_part = fragments.part
            GROUP BY recovered_fragments.attack, parts.part, recovered_fragments.cluster, recovered_fragments.tid
        ) AS record_anchors
        GROUP BY record_anchors.run_no, record_anchors.part
    ) AS matches
    GROUP BY matches.run_no, matches.part, matches.cluster
),
release_counts AS MATERIALIZED (
    SELECT parts.part, entries.cluster, 'breakable' AS quantity, count(DISTINCT entries.tid) AS number
    FROM setrisk_internal.original_entries($release) AS entries
    JOIN (SELECT DISTINCT all_parts.part FROM parts AS all_parts) AS parts
        ON parts.part = entries.part OR (parts.part = 'both' AND entries.part <> 'anchoring_chunk')
    GROUP BY parts.part, entries.cluster
    UNION ALL
    SELECT hidden_itemsets.part, hidden_itemsets.cluster, 'hidden', count(*)
    FROM (
        SELECT unnest(list_distinct([itemsets.part, 'both'])) AS part, itemsets.cluster
        FROM setrisk_internal.unseen_itemsets($release) AS itemsets
    ) AS hidden_itemsets
    GROUP BY hidden_itemsets.part, hidden_itemsets.cluster
    UNION ALL
    SELECT DISTINCT parts.part, clusters.cluster, 'hidden', 0
    FROM setrisk.cluster AS clusters
    CROSS JOIN parts
    WHERE clusters.release = $release
)
SELECT
    counts.attack,
    counts.draw,
    counts.part,
    counts.cluster,
    CAST(coalesce(sum(counts.number) FILTER (WHERE counts.quantity = 'placements'), 0) AS BIGINT) AS placements,
    CAST(coalesce(sum(counts.number) FILTER (WHERE counts.quantity = 'correct'), 0) AS BIGINT) AS correct_placements,
    CAST(coalesce(sum(counts.number) FILTER (WHERE counts.quantity = 'breakable'), 0) AS BIGINT) AS breakable,
    CAST(coalesce(sum(counts.number) FILTER (WHERE counts.quantity = 'broken'), 0) AS BIGINT) AS broken,
    CAST(coalesce(sum(counts.number) FILTER (WHERE counts.quantity = 'hidden'), 0) AS BIGINT) AS hidden,
    CAST(coalesce(sum(counts.number) FILTER (WHERE counts.quantity = 'exposed'), 0) AS BIGINT) AS exposed
FROM (
    SELECT runs.attack, runs.draw, numbers.part, numbers.cluster, numbers.quantity, numbers.number
    FROM numbers
    JOIN setrisk_internal.evaluation_runs($release, $draws) AS runs ON runs.run_no = numbers.run_no
    UNION ALL
    SELECT
        runs.attack,
        runs.draw,
        release_counts.part,
        release_counts.cluster,
        release_counts.quantity,
        release_counts.number
    FROM release_counts
    CROSS JOIN setrisk_internal.evaluation_runs($release, $draws) AS runs
) AS counts
GROUP BY counts.attack, counts.draw, counts.part, counts.cluster
