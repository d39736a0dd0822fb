-- evidence_sets(series, release, derived)
-- Which evidence applies to which records of a unit: an overlap with another unit, or with a derived cluster, concerns
-- the records whose non-sensitive items are in both.
--
-- parameter: release: a release of the series; all of them if it is NULL
-- parameter: derived: the name of a CTE of the caller with the rows of derived_sets; an empty one if transitive
--     composition is not looked for
-- row: one per scope, unit, set of non-sensitive items and piece of evidence that concerns records with that set
-- column: scope VARCHAR: cluster, global, or transitive (which repeats the evidence of a cluster that derived clusters
--     concern)
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 for the whole release
-- column: items BIGINT[]: the set
-- column: other STRUCT("position" INTEGER, "cluster" BIGINT, via_position BIGINT, via_cluster BIGINT): the unit that is
--     met; via is the source of a derived cluster, or NULL
-- column: all_inside BOOLEAN: whether all records with that set are in the overlap; if only some are, an attacker
--     who knows in which releases a person is may know whether the person is one of them
-- reads: published, $derived: published
-- duckdb only: query_table
WITH direct_evidence AS MATERIALIZED (
    SELECT
        sets.scope,
        sets.release,
        sets.cluster,
        sets.items,
        {
            'position': sets.other_position,
            'cluster': sets.other_cluster,
            'via_position': CAST(NULL AS INTEGER),
            'via_cluster': CAST(NULL AS INTEGER)
        } AS other,
        sets.copies <= sets.other_copies AS all_inside
    FROM setrisk_internal.common_sets($series, release := $release) AS sets
),
derived_evidence AS MATERIALIZED (
    SELECT DISTINCT
        sets.release,
        sets.cluster,
        sets.items,
        {
            'position': sets.pivot_position,
            'cluster': sets.pivot_cluster,
            'via_position': sets.source_position,
            'via_cluster': sets.source_cluster
        } AS other,
        sets.copies <= sets.other_copies AS all_inside
    FROM query_table($derived) AS sets
)
SELECT
    direct_evidence.scope,
    direct_evidence.release,
    direct_evidence.cluster,
    direct_evidence.items,
    direct_evidence.other,
    direct_evidence.all_inside
FROM direct_evidence
UNION ALL
SELECT
    'transitive' AS scope,
    derived_evidence.release,
    derived_evidence.cluster,
    derived_evidence.items,
    derived_evidence.other,
    derived_evidence.all_inside
FROM derived_evidence
UNION ALL
SELECT
    'transitive' AS scope,
    direct_evidence.release,
    direct_evidence.cluster,
    direct_evidence.items,
    direct_evidence.other,
    direct_evidence.all_inside
FROM direct_evidence
SEMI JOIN derived_evidence
    ON derived_evidence.release = direct_evidence.release AND derived_evidence.cluster = direct_evidence.cluster
WHERE direct_evidence.scope = 'cluster'
