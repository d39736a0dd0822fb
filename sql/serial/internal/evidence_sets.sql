-- evidence_sets(series, release := NULL, transitive := true)
-- Which evidence applies to which records of a unit: an overlap with another unit, or with a derived cluster, concerns
-- the records whose non-sensitive items are in both.
--
-- parameter: transitive: whether to look for transitive composition too, which takes longest
-- row: one per scope, unit, set of non-sensitive items and piece of evidence that concerns records with that set
-- column: scope VARCHAR: cluster, global, or transitive (which repeats the evidence of a cluster that derived clusters
--     concern)
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 for the whole release
-- column: items BIGINT[]: the set
-- column: other STRUCT("position" INTEGER, "cluster" BIGINT, via_position BIGINT, via_cluster BIGINT): the unit that is
--     met; via is the source of a derived cluster, or NULL
-- column: all_inside BOOLEAN: whether all records with that set are in the overlap; where only some are, an adversary
--     who knows in which releases a person is may know whether the person is one of them
-- reads: published
WITH direct AS MATERIALIZED (
    SELECT
        shared.scope,
        shared.release,
        shared.cluster,
        shared.items,
        {
            'position': shared.other_position,
            'cluster': shared.other_cluster,
            'via_position': CAST(NULL AS INTEGER),
            'via_cluster': CAST(NULL AS INTEGER)
        } AS other,
        shared.copies <= shared.other_copies AS all_inside
    FROM setrisk_internal.common_sets($series, release := $release) AS shared
),
derived AS MATERIALIZED (
    SELECT DISTINCT
        shared.release,
        shared.cluster,
        shared.items,
        {
            'position': shared.pivot_position,
            'cluster': shared.pivot_cluster,
            'via_position': shared.source_position,
            'via_cluster': shared.source_cluster
        } AS other,
        shared.copies <= shared.other_copies AS all_inside
    FROM setrisk_internal.derived_sets($series, release := $release) AS shared
    WHERE $transitive
)
SELECT direct.scope, direct.release, direct.cluster, direct.items, direct.other, direct.all_inside
FROM direct
UNION ALL
SELECT 'transitive' AS scope, derived.release, derived.cluster, derived.items, derived.other, derived.all_inside
FROM derived
UNION ALL
SELECT 'transitive' AS scope, direct.release, direct.cluster, direct.items, direct.other, direct.all_inside
FROM direct
SEMI JOIN derived ON derived.release = direct.release AND derived.cluster = direct.cluster
WHERE direct.scope = 'cluster'
