-- chosen_anchors(release, method, knowledge := 'self', anchors := NULL, as_printed := false, seed := 0)
-- Where an attack of any method places each fragment. The assignment places terms as aba does, since an anchor may take
-- several terms of a term chunk.
--
-- row: one per fragment and anchor that it is placed on
-- column: fragment BIGINT
-- column: cluster INTEGER, >= 1
-- column: anchor BIGINT
-- column: fit DOUBLE?: NULL if nothing is known, and for random anchors
-- column: rank BIGINT, >= 1: 1 for the best anchor
-- reads: published
-- source: DISASSOC Algorithm 2
WITH fragment_scores AS MATERIALIZED (
    SELECT scores.*
    FROM setrisk_internal.fragment_scores(
        $release, $method, knowledge := $knowledge, anchors := $anchors, as_printed := $as_printed
    ) AS scores
    WHERE $method NOT IN ('random', 'cover')
    UNION ALL
    SELECT scores.*
    FROM setrisk_internal.cover_scores($release, anchors := $anchors) AS scores
    WHERE $method = 'cover'
),
single_scores AS MATERIALIZED (
    SELECT scores.* FROM fragment_scores AS scores WHERE $method <> 'assignment' OR scores.chunk = 0
)
SELECT anchors.fragment, anchors.cluster, anchors.anchor, anchors.fit, anchors.rank
FROM setrisk_internal.best_anchors($release, 'single_scores') AS anchors
UNION ALL
SELECT assignments.fragment, assignments.cluster, assignments.anchor, assignments.fit, assignments.rank
FROM setrisk_internal.assigned_anchors($release, 'fragment_scores') AS assignments
WHERE $method = 'assignment'
UNION ALL
SELECT draws.fragment, draws.cluster, draws.anchor, CAST(NULL AS DOUBLE) AS fit, draws.rank
FROM setrisk_internal.random_anchors($release, anchors := $anchors, seed := $seed) AS draws
WHERE $method = 'random'
