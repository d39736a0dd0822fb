-- cluster_evaluation(release, runs := 30)
-- One row per attack, run, part and cluster, for the owner of the release: how well the attack put records together.
-- Attack 'random baseline' stands beside the stored attacks with `runs` runs; others have run 1. Equal anchors cannot be
-- told apart: a piece that is placed on n of them is right as often as original records with these anchors hold it, and
-- what is right of one anchor may be so of any of these records.
-- An error where no release of that name was made in this database, or it is of another family.
-- attack VARCHAR; run BIGINT; part VARCHAR: 'record chunks' (shared ones too), 'term chunks' or 'both'; cluster INTEGER;
-- placements, correct BIGINT; breakable BIGINT: original records with a term of the part; broken BIGINT: those that got a
-- right one; hidden BIGINT: hidden itemsets of the part; exposed BIGINT: those that are put together where they are true
WITH right_pieces AS MATERIALIZED (
    SELECT each.attack, each.run, each.part, each.piece, each.cluster, each.anchor, each.anchor_set, each.tid
    FROM setrisk.right_pieces($release, runs := $runs) AS each
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
placed AS MATERIALIZED (
    SELECT each.attack, each.run, parts.part, each.cluster, count(*) AS placements
    FROM setrisk.placed_pieces($release, runs := $runs) AS each
    JOIN parts ON parts.of_part = each.part
    GROUP BY each.attack, each.run, parts.part, each.cluster
),
correct AS MATERIALIZED (
    SELECT counted.attack, counted.run, parts.part, counted.cluster, sum(least(counted.anchors, counted.records)) AS correct
    FROM (
        SELECT
            each.attack,
            each.run,
            each.part,
            each.cluster,
            count(DISTINCT each.anchor) AS anchors,
            count(DISTINCT each.tid) AS records
        FROM right_pieces AS each
        GROUP BY each.attack, each.run, each.part, each.cluster, each.piece, each.anchor_set
    ) AS counted
    JOIN parts ON parts.of_part = counted.part
    GROUP BY counted.attack, counted.run, parts.part, counted.cluster
),
broken AS MATERIALIZED (
    SELECT
        fitting.attack,
        fitting.run,
        fitting.part,
        fitting.cluster,
        _setrisk_most_matched_v1(list(fitting.anchor), list(fitting.tid)) AS broken
    FROM (
        SELECT DISTINCT each.attack, each.run, parts.part, each.cluster, each.anchor, each.tid
        FROM right_pieces AS each
        JOIN parts ON parts.of_part = each.part
    ) AS fitting
    GROUP BY fitting.attack, fitting.run, fitting.part, fitting.cluster
),
breakable AS MATERIALIZED (
    SELECT parts.part, entries.cluster, count(DISTINCT entries.tid) AS breakable
    FROM setrisk.original_entries($release) AS entries
    JOIN parts ON parts.of_part = entries.part
    GROUP BY parts.part, entries.cluster
),
hidden AS MATERIALIZED (
    SELECT parts.part, each.cluster, count(*) AS hidden
    FROM setrisk.unseen_itemsets($release) AS each
    JOIN parts ON parts.of_part = each.part
    GROUP BY parts.part, each.cluster
),
exposed AS MATERIALIZED (
    SELECT each.attack, each.run, parts.part, each.cluster, count(DISTINCT each.items) AS exposed
    FROM setrisk.exposures($release, runs := $runs) AS each
    JOIN parts ON parts.of_part = each.part
    GROUP BY each.attack, each.run, parts.part, each.cluster
)
SELECT
    attacks.attack,
    attacks.run,
    attacks.part,
    clusters.cluster,
    coalesce(placed.placements, 0) AS placements,
    coalesce(correct.correct, 0) AS correct,
    coalesce(breakable.breakable, 0) AS breakable,
    coalesce(broken.broken, 0) AS broken,
    coalesce(hidden.hidden, 0) AS hidden,
    coalesce(exposed.exposed, 0) AS exposed
FROM (SELECT DISTINCT each.attack, each.run, each.part FROM placed AS each) AS attacks
JOIN (SELECT each.cluster FROM setrisk.cluster AS each WHERE each.release = $release) AS clusters ON true
LEFT JOIN placed
    ON placed.attack = attacks.attack
    AND placed.run = attacks.run
    AND placed.part = attacks.part
    AND placed.cluster = clusters.cluster
LEFT JOIN correct
    ON correct.attack = attacks.attack
    AND correct.run = attacks.run
    AND correct.part = attacks.part
    AND correct.cluster = clusters.cluster
LEFT JOIN broken
    ON broken.attack = attacks.attack
    AND broken.run = attacks.run
    AND broken.part = attacks.part
    AND broken.cluster = clusters.cluster
LEFT JOIN breakable ON breakable.part = attacks.part AND breakable.cluster = clusters.cluster
LEFT JOIN hidden ON hidden.part = attacks.part AND hidden.cluster = clusters.cluster
LEFT JOIN exposed
    ON exposed.attack = attacks.attack
    AND exposed.run = attacks.run
    AND exposed.part = attacks.part
    AND exposed.cluster = clusters.cluster
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
