-- reassociation_evaluation_by_cluster(release, runs := 30)
-- How well attacks on chunks do, by cluster and run. These are the counts behind reassociation_evaluation: what each
-- attack places, and what of it is correct. Equal anchors cannot be told apart, so a fragment that is placed on n of
-- them counts as correct as often as original records with these anchors hold it. For the owner of the release.
--
-- parameter: release: a disassociated release that was made in this database
-- parameter: runs: runs of the random baseline, 1 to 10,000
-- row: one per attack, run, part of the release and cluster
-- column: attack VARCHAR: name of the stored attack, or 'random baseline'
-- column: run BIGINT, >= 1: run of the random baseline, 1 for a stored attack
-- column: part VARCHAR: the part that is evaluated: 'record_chunk' (shared chunks included), 'term_chunk' or 'both'
-- column: cluster INTEGER: cluster whose anchors the fragments are placed on
-- column: placements HUGEINT, >= 0: placements of fragments on anchors
-- column: correct HUGEINT, >= 0: placements that are correct
-- column: breakable HUGEINT, records, >= 0: original records with an item of the part
-- column: broken HUGEINT, records, >= 0: breakable records that got a correct item back
-- column: hidden HUGEINT, itemsets, >= 0: hidden itemsets of the part
-- column: exposed HUGEINT, itemsets, >= 0: hidden itemsets that are recovered correctly
-- checks: own_release($release, family := 'disassociation')
-- reads: originals
-- source: DISASSOC 6.1
-- example: FROM setrisk.reassociation_evaluation_by_cluster('r2', runs := 2)
-- duckdb only: bit_count, get_bit
WITH RECURSIVE fragments AS MATERIALIZED (
    SELECT numbered.fragment, numbered.items, CASE WHEN numbered.chunk = 0 THEN 2 ELSE 1 END AS part
    FROM setrisk_internal.fragments($release) AS numbered
),
judged AS MATERIALIZED (
    SELECT
        placements.run_no,
        placements.fragment,
        fragments.part,
        placements.cluster,
        placements.anchors,
        placements.holders
    FROM setrisk_internal.judged_placements($release, $runs) AS placements
    JOIN fragments ON fragments.fragment = placements.fragment
),
-- From here to `exposed` the same as exposed_records, but for random placements too. These need a kernel, which the
-- risk must not need.
right_placements AS MATERIALIZED (
    SELECT
        judged.run_no,
        judged.fragment,
        judged.part,
        judged.cluster,
        sets.anchor_set,
        judged.anchors & sets.anchors AS anchors,
        judged.holders & sets.records AS holders
    FROM judged
    JOIN setrisk_internal.anchor_sets($release) AS sets ON sets.cluster = judged.cluster
    WHERE bit_count(judged.anchors & sets.anchors) > 0 AND bit_count(judged.holders & sets.records) > 0
),
right_records AS MATERIALIZED (
    SELECT
        right_placements.run_no,
        right_placements.fragment,
        right_placements.part,
        right_placements.cluster,
        right_placements.anchor_set,
        places.tid,
        right_placements.anchors
    FROM right_placements
    JOIN setrisk_internal.record_places($release) AS places
        ON places.cluster = right_placements.cluster
        AND places.anchor_set = right_placements.anchor_set
        AND get_bit(right_placements.holders, places.place) = 1
),
entries AS MATERIALIZED (
    SELECT
        right_items.run_no,
        right_items.tid,
        right_items.cluster,
        right_items.item_id,
        right_items.anchors,
        cluster_items.holders,
        cluster_items.of_chunks,
        cluster_items.of_terms,
        cluster_items.shown_in
    FROM (
        SELECT members.run_no, members.tid, members.cluster, members.item_id, bit_or(members.anchors) AS anchors
        FROM (
            SELECT
                right_records.run_no,
                right_records.tid,
                right_records.cluster,
                unnest(fragments.items) AS item_id,
                right_records.anchors
            FROM right_records
            JOIN fragments ON fragments.fragment = right_records.fragment
        ) AS members
        GROUP BY members.run_no, members.tid, members.cluster, members.item_id
        UNION ALL
        SELECT people.run_no, people.tid, people.cluster, anchor_items.item_id, sets.anchors
        FROM (
            SELECT DISTINCT right_records.run_no, right_records.tid, right_records.cluster, right_records.anchor_set
            FROM right_records
        ) AS people
        JOIN setrisk_internal.anchor_sets($release) AS sets
            ON sets.cluster = people.cluster AND sets.anchor_set = people.anchor_set
        JOIN (
            SELECT anchors.cluster, anchors.anchor_set, unnest(anchors.items) AS item_id
            FROM setrisk_internal.anchors($release) AS anchors
            WHERE anchors.nth = 1
        ) AS anchor_items ON anchor_items.cluster = people.cluster AND anchor_items.anchor_set = people.anchor_set
    ) AS right_items
    JOIN setrisk_internal.cluster_items($release) AS cluster_items
        ON cluster_items.cluster = right_items.cluster AND cluster_items.item_id = right_items.item_id
),
promised AS MATERIALIZED (
    SELECT support.k, support.m FROM setrisk_internal.promised_support($release) AS support
),
prefixes AS (
    SELECT
        entries.run_no,
        entries.tid,
        CAST(entries.item_id AS VARCHAR) AS prefix,
        entries.item_id AS last_item,
        promised.m - 1 AS more,
        entries.anchors,
        entries.holders,
        entries.shown_in,
        false AS is_hidden,
        entries.of_chunks,
        entries.of_terms
    FROM entries
    CROSS JOIN promised
    UNION ALL
    SELECT
        shorter.run_no,
        shorter.tid,
        shorter.prefix || ',' || entries.item_id,
        entries.item_id,
        shorter.more - 1,
        shorter.anchors & entries.anchors,
        shorter.holders & entries.holders,
        shorter.shown_in,
        shorter.is_hidden OR entries.shown_in <> shorter.shown_in,
        shorter.of_chunks OR entries.of_chunks,
        shorter.of_terms OR entries.of_terms
    FROM prefixes AS shorter
    JOIN entries
        ON entries.run_no = shorter.run_no AND entries.tid = shorter.tid AND entries.item_id > shorter.last_item
    WHERE shorter.more > 1 AND bit_count(shorter.anchors & entries.anchors) > 0
),
exposed AS (
    SELECT DISTINCT
        prefixes.run_no,
        entries.cluster,
        prefixes.prefix,
        entries.item_id,
        CASE WHEN prefixes.of_chunks OR entries.of_chunks THEN 1 ELSE 0 END
            + CASE WHEN prefixes.of_terms OR entries.of_terms THEN 2 ELSE 0 END AS part
    FROM prefixes
    JOIN entries
        ON entries.run_no = prefixes.run_no AND entries.tid = prefixes.tid AND entries.item_id > prefixes.last_item
    CROSS JOIN promised
    WHERE prefixes.more > 0
        AND (prefixes.is_hidden OR entries.shown_in <> prefixes.shown_in)
        AND bit_count(prefixes.anchors & entries.anchors) > 0
        AND bit_count(prefixes.holders & entries.holders) < promised.k
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
    SELECT counted.run_no, parts.part, counted.cluster, counted.quantity, sum(counted.number) AS number
    FROM (
        SELECT
            judged.run_no,
            judged.part,
            judged.cluster,
            'placements' AS quantity,
            sum(bit_count(judged.anchors)) AS number
        FROM judged
        GROUP BY judged.run_no, judged.part, judged.cluster
        UNION ALL
        SELECT
            right_placements.run_no, right_placements.part, right_placements.cluster, 'correct',
            sum(least(bit_count(right_placements.anchors), bit_count(right_placements.holders)))
        FROM right_placements
        GROUP BY right_placements.run_no, right_placements.part, right_placements.cluster
        UNION ALL
        SELECT exposed.run_no, exposed.part, exposed.cluster, 'exposed', count(*)
        FROM exposed
        GROUP BY exposed.run_no, exposed.part, exposed.cluster
    ) AS counted
    JOIN parts ON parts.of_part = counted.part
    GROUP BY counted.run_no, parts.part, counted.cluster, counted.quantity
    UNION ALL
    SELECT matched.run_no, matched.part, matched.cluster, 'broken', count(*)
    FROM (
        SELECT
            fitting.run_no,
            fitting.part,
            unnest(_setrisk_matched_v1(list(fitting.cluster), list(CAST(fitting.anchors AS VARCHAR)))) AS cluster
        FROM (
            SELECT
                right_records.run_no,
                parts.part,
                right_records.cluster,
                right_records.tid,
                bit_or(right_records.anchors) AS anchors
            FROM right_records
            JOIN parts ON parts.of_part = right_records.part
            GROUP BY right_records.run_no, parts.part, right_records.cluster, right_records.tid
        ) AS fitting
        GROUP BY fitting.run_no, fitting.part
    ) AS matched
    GROUP BY matched.run_no, matched.part, matched.cluster
),
of_release AS MATERIALIZED (
    SELECT parts.part, entries.cluster, 'breakable' AS quantity, count(DISTINCT entries.tid) AS number
    FROM setrisk_internal.original_entries($release) AS entries
    JOIN (SELECT DISTINCT all_parts.part FROM parts AS all_parts) AS parts
        ON parts.part = entries.part OR (parts.part = 'both' AND entries.part <> 'anchoring_chunk')
    GROUP BY parts.part, entries.cluster
    UNION ALL
    SELECT hidden.part, hidden.cluster, 'hidden', count(*)
    FROM (
        SELECT unseen.part, unseen.cluster
        FROM setrisk_internal.unseen_itemsets($release) AS unseen
        WHERE unseen.part <> 'both'
        UNION ALL
        SELECT 'both' AS part, unseen.cluster
        FROM setrisk_internal.unseen_itemsets($release) AS unseen
    ) AS hidden
    GROUP BY hidden.part, hidden.cluster
    UNION ALL
    SELECT DISTINCT parts.part, clusters.cluster, 'hidden', 0
    FROM setrisk.cluster AS clusters
    CROSS JOIN parts
    WHERE clusters.release = $release
)
SELECT
    counts.attack,
    counts.run,
    counts.part,
    counts.cluster,
    coalesce(sum(counts.number) FILTER (WHERE counts.quantity = 'placements'), 0) AS placements,
    coalesce(sum(counts.number) FILTER (WHERE counts.quantity = 'correct'), 0) AS correct,
    coalesce(sum(counts.number) FILTER (WHERE counts.quantity = 'breakable'), 0) AS breakable,
    coalesce(sum(counts.number) FILTER (WHERE counts.quantity = 'broken'), 0) AS broken,
    coalesce(sum(counts.number) FILTER (WHERE counts.quantity = 'hidden'), 0) AS hidden,
    coalesce(sum(counts.number) FILTER (WHERE counts.quantity = 'exposed'), 0) AS exposed
FROM (
    SELECT runs.attack, runs.run, numbers.part, numbers.cluster, numbers.quantity, numbers.number
    FROM numbers
    JOIN setrisk_internal.evaluation_runs($release, $runs) AS runs ON runs.run_no = numbers.run_no
    UNION ALL
    SELECT runs.attack, runs.run, of_release.part, of_release.cluster, of_release.quantity, of_release.number
    FROM of_release
    CROSS JOIN setrisk_internal.evaluation_runs($release, $runs) AS runs
) AS counts
GROUP BY counts.attack, counts.run, counts.part, counts.cluster
