-- reassociation_evaluation_by_cluster(release, runs := 30)
-- One row per attack, run, part and cluster, for the owner of the release: how well the attack put records together.
-- Attack 'random baseline' stands beside the stored attacks with `runs` runs; others have run 1. Equal anchors cannot
-- be told apart: a piece that is placed on n of them is right as often as original records with these anchors hold it,
-- and what is right of one anchor may be so of any of these records. An error where no release of that name was made in
-- this database, or it is of another family.
--
-- row: one per attack, run, part and cluster, for the owner of the release
-- column: attack VARCHAR
-- column: run BIGINT
-- column: part VARCHAR: 'record chunks' (shared ones too), 'term chunks' or 'both'
-- column: cluster INTEGER
-- column: placements HUGEINT
-- column: correct HUGEINT
-- column: breakable HUGEINT: original records with a term of the part
-- column: broken HUGEINT: those that got a right one
-- column: hidden HUGEINT: hidden itemsets of the part
-- column: exposed HUGEINT: those that are put together where they are true
-- checks: own_release($release, family := 'disassociation')
-- reads: originals
-- duckdb only: bit_count, get_bit
WITH RECURSIVE pieces AS MATERIALIZED (
    SELECT each.piece, each.items, CASE WHEN each.chunk = 0 THEN 2 ELSE 1 END AS part
    FROM setrisk_internal.fragments($release) AS each
),
judged AS MATERIALIZED (
    SELECT each.try, each.piece, pieces.part, each.cluster, each.anchors, each.holders
    FROM setrisk_internal.judged_placements($release, $runs) AS each
    JOIN pieces ON pieces.piece = each.piece
),
-- From here to what is exposed as in exposed_records, of random placements too: these need a kernel, which risk must not.
rightly AS MATERIALIZED (
    SELECT
        judged.try,
        judged.piece,
        judged.part,
        judged.cluster,
        sets.anchor_set,
        judged.anchors & sets.anchors AS anchors,
        judged.holders & sets.records AS holders
    FROM judged
    JOIN setrisk_internal.anchor_sets($release) AS sets ON sets.cluster = judged.cluster
    WHERE bit_count(judged.anchors & sets.anchors) > 0 AND bit_count(judged.holders & sets.records) > 0
),
found AS MATERIALIZED (
    SELECT
        rightly.try, rightly.piece, rightly.part, rightly.cluster, rightly.anchor_set, places.tid, rightly.anchors
    FROM rightly
    JOIN setrisk_internal.record_places($release) AS places
        ON places.cluster = rightly.cluster
        AND places.anchor_set = rightly.anchor_set
        AND get_bit(rightly.holders, places.place) = 1
),
entries AS MATERIALIZED (
    SELECT
        right_items.try,
        right_items.tid,
        right_items.cluster,
        right_items.item_id,
        right_items.anchors,
        shown.holders,
        shown.of_chunks,
        shown.of_terms,
        shown.shown_in
    FROM (
        SELECT each.try, each.tid, each.cluster, each.item_id, bit_or(each.anchors) AS anchors
        FROM (
            SELECT found.try, found.tid, found.cluster, unnest(pieces.items) AS item_id, found.anchors
            FROM found
            JOIN pieces ON pieces.piece = found.piece
        ) AS each
        GROUP BY each.try, each.tid, each.cluster, each.item_id
        UNION ALL
        SELECT people.try, people.tid, people.cluster, own.item_id, sets.anchors
        FROM (SELECT DISTINCT found.try, found.tid, found.cluster, found.anchor_set FROM found) AS people
        JOIN setrisk_internal.anchor_sets($release) AS sets ON sets.cluster = people.cluster AND sets.anchor_set = people.anchor_set
        JOIN (
            SELECT each.cluster, each.anchor_set, unnest(each.items) AS item_id
            FROM setrisk_internal.anchors($release) AS each
            WHERE each.nth = 1
        ) AS own ON own.cluster = people.cluster AND own.anchor_set = people.anchor_set
    ) AS right_items
    JOIN setrisk_internal.cluster_items($release) AS shown
        ON shown.cluster = right_items.cluster AND shown.item_id = right_items.item_id
),
promised AS MATERIALIZED (
    SELECT each.k, each.m FROM setrisk_internal.promised_support($release) AS each
),
prefixes AS (
    SELECT
        entries.try,
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
        shorter.try,
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
    JOIN entries ON entries.try = shorter.try AND entries.tid = shorter.tid AND entries.item_id > shorter.last_item
    WHERE shorter.more > 1 AND bit_count(shorter.anchors & entries.anchors) > 0
),
exposed AS (
    SELECT DISTINCT
        prefixes.try,
        entries.cluster,
        prefixes.prefix,
        entries.item_id,
        CASE WHEN prefixes.of_chunks OR entries.of_chunks THEN 1 ELSE 0 END
            + CASE WHEN prefixes.of_terms OR entries.of_terms THEN 2 ELSE 0 END AS part
    FROM prefixes
    JOIN entries ON entries.try = prefixes.try AND entries.tid = prefixes.tid AND entries.item_id > prefixes.last_item
    CROSS JOIN promised
    WHERE prefixes.more > 0
        AND (prefixes.is_hidden OR entries.shown_in <> prefixes.shown_in)
        AND bit_count(prefixes.anchors & entries.anchors) > 0
        AND bit_count(prefixes.holders & entries.holders) < promised.k
),
-- 1 stands for record chunks, 2 for term chunks, and 3 for what has terms of both.
parts AS MATERIALIZED (
    SELECT 'record chunks' AS part, 1 AS of_part
    UNION ALL
    SELECT 'term chunks' AS part, 2 AS of_part
    UNION ALL
    SELECT 'both' AS part, unnest([1, 2, 3]) AS of_part
),
numbers AS MATERIALIZED (
    SELECT counted.try, parts.part, counted.cluster, counted.quantity, sum(counted.number) AS number
    FROM (
        SELECT judged.try, judged.part, judged.cluster, 'placements' AS quantity, sum(bit_count(judged.anchors)) AS number
        FROM judged
        GROUP BY judged.try, judged.part, judged.cluster
        UNION ALL
        SELECT
            rightly.try, rightly.part, rightly.cluster, 'correct',
            sum(least(bit_count(rightly.anchors), bit_count(rightly.holders)))
        FROM rightly
        GROUP BY rightly.try, rightly.part, rightly.cluster
        UNION ALL
        SELECT exposed.try, exposed.part, exposed.cluster, 'exposed', count(*)
        FROM exposed
        GROUP BY exposed.try, exposed.part, exposed.cluster
    ) AS counted
    JOIN parts ON parts.of_part = counted.part
    GROUP BY counted.try, parts.part, counted.cluster, counted.quantity
    UNION ALL
    SELECT matched.try, matched.part, matched.cluster, 'broken', count(*)
    FROM (
        SELECT
            fitting.try,
            fitting.part,
            unnest(_setrisk_matched_v1(list(fitting.cluster), list(CAST(fitting.anchors AS VARCHAR)))) AS cluster
        FROM (
            SELECT found.try, parts.part, found.cluster, found.tid, bit_or(found.anchors) AS anchors
            FROM found
            JOIN parts ON parts.of_part = found.part
            GROUP BY found.try, parts.part, found.cluster, found.tid
        ) AS fitting
        GROUP BY fitting.try, fitting.part
    ) AS matched
    GROUP BY matched.try, matched.part, matched.cluster
),
of_release AS MATERIALIZED (
    SELECT parts.part, entries.cluster, 'breakable' AS quantity, count(DISTINCT entries.tid) AS number
    FROM setrisk_internal.original_entries($release) AS entries
    JOIN (SELECT DISTINCT each.part FROM parts AS each) AS parts
        ON parts.part = entries.part OR (parts.part = 'both' AND entries.part <> 'anchors')
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
    SELECT DISTINCT parts.part, each.cluster, 'hidden', 0
    FROM setrisk.cluster AS each
    CROSS JOIN parts
    WHERE each.release = $release
)
SELECT
    found.attack,
    found.run,
    found.part,
    found.cluster,
    coalesce(sum(found.number) FILTER (WHERE found.quantity = 'placements'), 0) AS placements,
    coalesce(sum(found.number) FILTER (WHERE found.quantity = 'correct'), 0) AS correct,
    coalesce(sum(found.number) FILTER (WHERE found.quantity = 'breakable'), 0) AS breakable,
    coalesce(sum(found.number) FILTER (WHERE found.quantity = 'broken'), 0) AS broken,
    coalesce(sum(found.number) FILTER (WHERE found.quantity = 'hidden'), 0) AS hidden,
    coalesce(sum(found.number) FILTER (WHERE found.quantity = 'exposed'), 0) AS exposed
FROM (
    SELECT tries.attack, tries.run, numbers.part, numbers.cluster, numbers.quantity, numbers.number
    FROM numbers
    JOIN setrisk_internal.placements($release, $runs) AS tries ON tries.try = numbers.try
    UNION ALL
    SELECT tries.attack, tries.run, of_release.part, of_release.cluster, of_release.quantity, of_release.number
    FROM of_release
    CROSS JOIN setrisk_internal.placements($release, $runs) AS tries
) AS found
GROUP BY found.attack, found.run, found.part, found.cluster
