-- cluster_evaluation(release, runs := 30)
-- One row per attack, run, part and cluster, for the owner of the release: how well the attack put records together.
-- Attack 'random baseline' stands beside the stored attacks with `runs` runs; others have run 1. Equal anchors cannot be
-- told apart: a piece that is placed on n of them is right as often as original records with these anchors hold it, and
-- what is right of one anchor may be so of any of these records.
-- An error where no release of that name was made in this database, or it is of another family.
-- attack VARCHAR; run BIGINT; part VARCHAR: 'record chunks' (shared ones too), 'term chunks' or 'both'; cluster INTEGER;
-- placements, correct BIGINT; breakable BIGINT: original records with a term of the part; broken BIGINT: those that got a
-- right one; hidden BIGINT: hidden itemsets of the part; exposed BIGINT: those that are put together where they are true
WITH RECURSIVE placed AS MATERIALIZED (
    SELECT drawn.attack, drawn.run, drawn.piece, drawn.cluster, drawn.anchor, anchors.anchor_set, anchors.items
    FROM (
        SELECT stored.attack, 1 AS run, stored.piece, stored.cluster, stored.anchor
        FROM setrisk.placed_pieces($release) AS stored
        UNION ALL
        SELECT 'random baseline' AS attack, random.run, random.piece, random.cluster, random.anchor
        FROM setrisk.random_anchors($release, runs := $runs) AS random
    ) AS drawn
    JOIN setrisk.anchors($release) AS anchors ON anchors.cluster = drawn.cluster AND anchors.anchor = drawn.anchor
),
-- From here to what has grown as in right_itemsets, of random placements too: these need a kernel, which risk must not.
holders AS MATERIALIZED (
    SELECT
        each.piece,
        CASE WHEN pieces.chunk = 0 THEN 'term chunks' ELSE 'record chunks' END AS part,
        each.cluster,
        each.anchor_set,
        each.tid,
        pieces.items
    FROM setrisk.piece_holders($release) AS each
    JOIN setrisk.pieces($release) AS pieces ON pieces.piece = each.piece
),
rightly AS MATERIALIZED (
    SELECT
        placed.attack, placed.run, placed.piece, placed.cluster, placed.anchor, placed.anchor_set, holders.part, holders.tid,
        list_concat(holders.items, placed.items) AS items
    FROM placed
    JOIN holders
        ON holders.piece = placed.piece AND holders.cluster = placed.cluster AND holders.anchor_set = placed.anchor_set
),
entries AS MATERIALIZED (
    SELECT DISTINCT listed.attack, listed.run, listed.anchor, listed.tid, listed.item_id
    FROM (
        SELECT rightly.attack, rightly.run, rightly.anchor, rightly.tid, unnest(rightly.items) AS item_id
        FROM rightly
    ) AS listed
),
hidden AS MATERIALIZED (
    SELECT each.cluster, each.items, each.tid, each.part
    FROM setrisk.unseen_holders($release) AS each
),
longest AS MATERIALIZED (
    SELECT max(len(hidden.items)) AS size
    FROM hidden
),
grown AS (
    SELECT entries.attack, entries.run, entries.anchor, entries.tid, [entries.item_id] AS items
    FROM entries
    UNION ALL
    SELECT shorter.attack, shorter.run, shorter.anchor, shorter.tid, list_append(shorter.items, entries.item_id)
    FROM grown AS shorter
    JOIN entries
        ON entries.attack = shorter.attack
        AND entries.run = shorter.run
        AND entries.anchor = shorter.anchor
        AND entries.tid = shorter.tid
        AND entries.item_id > shorter.items[-1]
    CROSS JOIN longest
    WHERE len(shorter.items) < longest.size
),
parts AS MATERIALIZED (
    SELECT 'record chunks' AS part, 'record chunks' AS of_part
    UNION ALL
    SELECT 'term chunks' AS part, 'term chunks' AS of_part
    UNION ALL
    SELECT 'both' AS part, 'record chunks' AS of_part
    UNION ALL
    SELECT 'both' AS part, 'term chunks' AS of_part
    UNION ALL
    SELECT 'both' AS part, 'both' AS of_part
),
numbers AS MATERIALIZED (
    SELECT placed.attack, placed.run, parts.part, placed.cluster, 'placements' AS quantity, count(*) AS number
    FROM placed
    JOIN setrisk.pieces($release) AS pieces ON pieces.piece = placed.piece
    JOIN parts ON parts.of_part = CASE WHEN pieces.chunk = 0 THEN 'term chunks' ELSE 'record chunks' END
    GROUP BY placed.attack, placed.run, parts.part, placed.cluster
    UNION ALL
    SELECT counted.attack, counted.run, parts.part, counted.cluster, 'correct', sum(least(counted.anchors, counted.records))
    FROM (
        SELECT
            rightly.attack,
            rightly.run,
            rightly.part,
            rightly.cluster,
            count(DISTINCT rightly.anchor) AS anchors,
            count(DISTINCT rightly.tid) AS records
        FROM rightly
        GROUP BY rightly.attack, rightly.run, rightly.part, rightly.cluster, rightly.piece, rightly.anchor_set
    ) AS counted
    JOIN parts ON parts.of_part = counted.part
    GROUP BY counted.attack, counted.run, parts.part, counted.cluster
    UNION ALL
    SELECT
        fitting.attack,
        fitting.run,
        fitting.part,
        fitting.cluster,
        'broken',
        _setrisk_most_matched_v1(list(fitting.anchor), list(fitting.tid))
    FROM (
        SELECT DISTINCT rightly.attack, rightly.run, parts.part, rightly.cluster, rightly.anchor, rightly.tid
        FROM rightly
        JOIN parts ON parts.of_part = rightly.part
    ) AS fitting
    GROUP BY fitting.attack, fitting.run, fitting.part, fitting.cluster
    UNION ALL
    SELECT exposed.attack, exposed.run, parts.part, exposed.cluster, 'exposed', count(*)
    FROM (
        SELECT DISTINCT each.attack, each.run, hidden.part, hidden.cluster, hidden.items
        FROM grown AS each
        JOIN hidden ON hidden.tid = each.tid AND hidden.items = each.items
    ) AS exposed
    JOIN parts ON parts.of_part = exposed.part
    GROUP BY exposed.attack, exposed.run, parts.part, exposed.cluster
),
of_release AS MATERIALIZED (
    SELECT parts.part, entries.cluster, 'breakable' AS quantity, count(DISTINCT entries.tid) AS number
    FROM setrisk.original_entries($release) AS entries
    JOIN parts ON parts.of_part = entries.part
    GROUP BY parts.part, entries.cluster
    UNION ALL
    SELECT parts.part, hidden.cluster, 'hidden', count(DISTINCT hidden.items)
    FROM hidden
    JOIN parts ON parts.of_part = hidden.part
    GROUP BY parts.part, hidden.cluster
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
    SELECT numbers.attack, numbers.run, numbers.part, numbers.cluster, numbers.quantity, numbers.number
    FROM numbers
    UNION ALL
    SELECT attacks.attack, attacks.run, of_release.part, of_release.cluster, of_release.quantity, of_release.number
    FROM of_release
    CROSS JOIN (
        SELECT stored.attack, 1 AS run FROM setrisk.attack AS stored WHERE stored.release = $release
        UNION ALL
        SELECT 'random baseline' AS attack, counted.run FROM setrisk.baseline_runs($runs) AS counted
    ) AS attacks
) AS found
GROUP BY found.attack, found.run, found.part, found.cluster
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    own.release,
    length(own.release),
    own.release,
    CAST(length(own.release) AS INTEGER),
    length(own.release),
    length(own.release),
    length(own.release),
    length(own.release),
    length(own.release),
    length(own.release)
FROM setrisk.own_release($release, family := 'disassociation') AS own
WHERE own.release IS NULL
