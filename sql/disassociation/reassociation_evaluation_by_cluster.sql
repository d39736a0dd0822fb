-- reassociation_evaluation_by_cluster(release, draws := 30)
-- How well attacks on chunks do, by cluster and draw. These are the counts behind reassociation_evaluation: what each
-- attack places, and what of it is correct. Equal anchors cannot be told apart, so that it depends on how one counts:
-- as can be expected of someone who assigns equal anchors to people at random; as the paper does, to which a fragment
-- on any of them is correct if one of the people holds it; or as the best matching of these anchors and people, which
-- is the most that can be correct at once. For the owner of the release.
--
-- parameter: release: a disassociated release that was made in this database
-- parameter: draws: draws of the random baseline, 1 to 10,000
-- row: one per attack, draw, part of the release and cluster
-- column: attack VARCHAR: name of the stored attack, or 'random_baseline'
-- column: draw BIGINT, >= 1: draw of the random baseline, 1 for a stored attack
-- column: part VARCHAR: the part that is evaluated: 'record_chunk' (shared chunks included), 'term_chunk' or 'both'
-- column: cluster INTEGER, >= 1: cluster whose anchors the fragments are placed on
-- column: placements BIGINT, placements, >= 0: placements of fragments on anchors
-- column: correct_placements DOUBLE, mean placements, >= 0: placements that can be expected to be correct
-- column: correct_printed BIGINT, placements, >= 0: placements on an anchor that equals that of a person who holds the
--     fragment
-- column: correct_matching BIGINT, placements, >= 0: the most placements that can be correct at once
-- column: breakable BIGINT, records, >= 0: original records with an item of the part
-- column: broken DOUBLE, mean records, >= 0: breakable records that can be expected to get a correct item back
-- column: broken_printed BIGINT, records, >= 0: anchors with a placement that correct_printed counts, at most as many
--     as there are breakable records among equal anchors
-- column: broken_matching BIGINT, records, >= 0: the most breakable records that can get a correct item back at once
-- column: hidden BIGINT, itemsets, >= 0: hidden itemsets of the part
-- column: exposed DOUBLE, mean itemsets, >= 0: hidden itemsets, each counted by the fraction of its holders whose
--     record can be expected to have it
-- column: exposed_printed BIGINT, itemsets, >= 0: hidden itemsets that an anchor has which may be that of a holder
-- column: exposed_matching DOUBLE, mean itemsets, >= 0: hidden itemsets, each counted by the largest fraction of its
--     holders that can be recovered at once
-- checks: own_release($release, family := 'disassociation')
-- reads: originals
-- source: DISASSOC 6.1, 6.2
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
set_sizes AS MATERIALIZED (
    SELECT sets.cluster, sets.anchor_set, bit_count(sets.anchors) AS n_anchors FROM anchor_sets AS sets
),
exposed_itemsets AS MATERIALIZED (
    SELECT
        counts.attack,
        counts.cluster,
        counts.prefix,
        counts.item_id,
        counts.part,
        sum(counts.expected) / any_value(counts.support) AS expected,
        sum(least(counts.anchors, counts.records)) / any_value(counts.support) AS matching
    FROM (
        SELECT
            itemsets.attack,
            itemsets.cluster,
            itemsets.prefix,
            itemsets.item_id,
            CASE WHEN itemsets.of_chunks THEN 1 ELSE 0 END + CASE WHEN itemsets.of_terms THEN 2 ELSE 0 END AS part,
            any_value(bit_count(itemsets.holders)) AS support,
            sum(bit_count(itemsets.anchors)) / any_value(set_sizes.n_anchors) AS expected,
            bit_count(bit_or(itemsets.anchors)) AS anchors,
            count(*) AS records
        FROM setrisk_internal.grown_hidden_itemsets('entries', 'promises') AS itemsets
        JOIN set_sizes ON set_sizes.cluster = itemsets.cluster AND set_sizes.anchor_set = itemsets.anchor_set
        GROUP BY
            itemsets.attack, itemsets.cluster, itemsets.anchor_set, itemsets.prefix, itemsets.item_id,
            itemsets.of_chunks, itemsets.of_terms
    ) AS counts
    GROUP BY counts.attack, counts.cluster, counts.prefix, counts.item_id, counts.part
),
-- 1 is record chunks, 2 is term chunks, and 3 is an itemset with items of both.
parts AS MATERIALIZED (
    SELECT 'record_chunk' AS part, 1 AS of_part
    UNION ALL
    SELECT 'term_chunk' AS part, 2 AS of_part
    UNION ALL
    SELECT 'both' AS part, unnest([1, 2, 3]) AS of_part
),
broken_records AS MATERIALIZED (
    SELECT
        recovered_fragments.attack AS run_no,
        parts.part,
        recovered_fragments.cluster,
        recovered_fragments.anchor_set,
        recovered_fragments.tid,
        bit_or(recovered_fragments.anchors) AS anchors
    FROM recovered_fragments
    JOIN fragments ON fragments.fragment = recovered_fragments.fragment
    JOIN parts ON parts.of_part = fragments.part
    GROUP BY
        recovered_fragments.attack, parts.part, recovered_fragments.cluster, recovered_fragments.anchor_set,
        recovered_fragments.tid
),
breakable_sets AS MATERIALIZED (
    SELECT parts.part, places.cluster, places.anchor_set, count(DISTINCT entries.tid) AS records
    FROM setrisk_internal.original_entries($release) AS entries
    JOIN record_places AS places ON places.tid = entries.tid
    JOIN (SELECT DISTINCT all_parts.part FROM parts AS all_parts) AS parts
        ON parts.part = entries.part OR (parts.part = 'both' AND entries.part <> 'anchoring_chunk')
    GROUP BY parts.part, places.cluster, places.anchor_set
),
-- Each count in its three readings.
numbers AS MATERIALIZED (
    SELECT
        counts.run_no,
        parts.part,
        counts.cluster,
        counts.quantity,
        sum(counts.expected) AS expected,
        sum(counts.printed) AS printed,
        sum(counts.matching) AS matching
    FROM (
        SELECT
            placements.attack AS run_no,
            fragments.part,
            placements.cluster,
            'placements' AS quantity,
            NULL AS expected,
            sum(bit_count(placements.anchors)) AS printed,
            NULL AS matching
        FROM placements
        JOIN fragments ON fragments.fragment = placements.fragment
        GROUP BY placements.attack, fragments.part, placements.cluster
        UNION ALL
        SELECT
            correct_fragments.attack,
            fragments.part,
            correct_fragments.cluster,
            'correct' AS quantity,
            sum(correct_fragments.n_placed * correct_fragments.n_holders / set_sizes.n_anchors) AS expected,
            sum(correct_fragments.n_placed) AS printed,
            sum(least(correct_fragments.n_placed, correct_fragments.n_holders)) AS matching
        FROM (
            SELECT
                correct_placements.attack,
                correct_placements.fragment,
                correct_placements.cluster,
                correct_placements.anchor_set,
                bit_count(correct_placements.anchors) AS n_placed,
                bit_count(correct_placements.holders) AS n_holders
            FROM correct_placements
        ) AS correct_fragments
        JOIN fragments ON fragments.fragment = correct_fragments.fragment
        JOIN set_sizes
            ON set_sizes.cluster = correct_fragments.cluster AND set_sizes.anchor_set = correct_fragments.anchor_set
        GROUP BY correct_fragments.attack, fragments.part, correct_fragments.cluster
        UNION ALL
        SELECT
            exposed_itemsets.attack,
            exposed_itemsets.part,
            exposed_itemsets.cluster,
            'exposed' AS quantity,
            sum(exposed_itemsets.expected) AS expected,
            count(*) AS printed,
            sum(exposed_itemsets.matching) AS matching
        FROM exposed_itemsets
        GROUP BY exposed_itemsets.attack, exposed_itemsets.part, exposed_itemsets.cluster
    ) AS counts
    JOIN parts ON parts.of_part = counts.part
    GROUP BY counts.run_no, parts.part, counts.cluster, counts.quantity
    UNION ALL
    SELECT
        broken_sets.run_no,
        broken_sets.part,
        broken_sets.cluster,
        'broken' AS quantity,
        sum(broken_sets.expected) AS expected,
        sum(least(broken_sets.n_anchors, breakable_sets.records)) AS printed,
        NULL AS matching
    FROM (
        SELECT
            broken_records.run_no,
            broken_records.part,
            broken_records.cluster,
            broken_records.anchor_set,
            sum(bit_count(broken_records.anchors)) / any_value(set_sizes.n_anchors) AS expected,
            bit_count(bit_or(broken_records.anchors)) AS n_anchors
        FROM broken_records
        JOIN set_sizes
            ON set_sizes.cluster = broken_records.cluster AND set_sizes.anchor_set = broken_records.anchor_set
        GROUP BY broken_records.run_no, broken_records.part, broken_records.cluster, broken_records.anchor_set
    ) AS broken_sets
    JOIN breakable_sets
        ON breakable_sets.part = broken_sets.part
        AND breakable_sets.cluster = broken_sets.cluster
        AND breakable_sets.anchor_set = broken_sets.anchor_set
    GROUP BY broken_sets.run_no, broken_sets.part, broken_sets.cluster
    UNION ALL
    SELECT matches.run_no, matches.part, matches.cluster, 'broken' AS quantity, NULL, NULL, count(*)
    FROM (
        SELECT
            broken_records.run_no,
            broken_records.part,
            unnest(_setrisk_matched_anchors_v2(list(broken_records.cluster), list(broken_records.anchors))) AS cluster
        FROM broken_records
        GROUP BY broken_records.run_no, broken_records.part
    ) AS matches
    GROUP BY matches.run_no, matches.part, matches.cluster
),
release_counts AS MATERIALIZED (
    SELECT breakable_sets.part, breakable_sets.cluster, 'breakable' AS quantity, sum(breakable_sets.records) AS number
    FROM breakable_sets
    GROUP BY breakable_sets.part, breakable_sets.cluster
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
    CAST(coalesce(sum(counts.printed) FILTER (WHERE counts.quantity = 'placements'), 0) AS BIGINT) AS placements,
    -- Rounded, so that sums that were added up in another order are the same.
    setrisk_internal.rounded(
        coalesce(sum(counts.expected) FILTER (WHERE counts.quantity = 'correct'), 0), 10000000000
    ) AS correct_placements,
    CAST(coalesce(sum(counts.printed) FILTER (WHERE counts.quantity = 'correct'), 0) AS BIGINT) AS correct_printed,
    CAST(coalesce(sum(counts.matching) FILTER (WHERE counts.quantity = 'correct'), 0) AS BIGINT) AS correct_matching,
    CAST(coalesce(sum(counts.printed) FILTER (WHERE counts.quantity = 'breakable'), 0) AS BIGINT) AS breakable,
    setrisk_internal.rounded(
        coalesce(sum(counts.expected) FILTER (WHERE counts.quantity = 'broken'), 0), 10000000000
    ) AS broken,
    CAST(coalesce(sum(counts.printed) FILTER (WHERE counts.quantity = 'broken'), 0) AS BIGINT) AS broken_printed,
    CAST(coalesce(sum(counts.matching) FILTER (WHERE counts.quantity = 'broken'), 0) AS BIGINT) AS broken_matching,
    CAST(coalesce(sum(counts.printed) FILTER (WHERE counts.quantity = 'hidden'), 0) AS BIGINT) AS hidden,
    setrisk_internal.rounded(
        coalesce(sum(counts.expected) FILTER (WHERE counts.quantity = 'exposed'), 0), 10000000000
    ) AS exposed,
    CAST(coalesce(sum(counts.printed) FILTER (WHERE counts.quantity = 'exposed'), 0) AS BIGINT) AS exposed_printed,
    setrisk_internal.rounded(
        coalesce(sum(counts.matching) FILTER (WHERE counts.quantity = 'exposed'), 0), 10000000000
    ) AS exposed_matching
FROM (
    SELECT
        runs.attack,
        runs.draw,
        numbers.part,
        numbers.cluster,
        numbers.quantity,
        numbers.expected,
        numbers.printed,
        numbers.matching
    FROM numbers
    JOIN setrisk_internal.evaluation_runs($release, $draws) AS runs ON runs.run_no = numbers.run_no
    UNION ALL
    SELECT
        runs.attack,
        runs.draw,
        release_counts.part,
        release_counts.cluster,
        release_counts.quantity,
        NULL AS expected,
        release_counts.number AS printed,
        NULL AS matching
    FROM release_counts
    CROSS JOIN setrisk_internal.evaluation_runs($release, $draws) AS runs
) AS counts
GROUP BY counts.attack, counts.draw, counts.part, counts.cluster
