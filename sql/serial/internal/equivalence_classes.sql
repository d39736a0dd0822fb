-- equivalence_classes(series, release, derived)
-- The equivalence class of each record: records of a unit to which the same evidence applies look alike to an
-- attacker. The scope transitive has only records of clusters that share records with derived clusters. All callers
-- begin with the same CTEs, derived_sets and class_records: only a CTE of the caller is computed once for the steps
-- that read it, and no step can give its caller a CTE.
--
-- parameter: release: a release of the series; all of them if it is NULL
-- parameter: derived: the name of a CTE of the caller with the rows of derived_sets; an empty one if transitive
--     composition is not looked for
-- row: one per record and scope
-- column: scope VARCHAR: cluster, transitive or global
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 for the whole release
-- column: record BIGINT, >= 1
-- column: equivalence_class BIGINT, >= 1: the first record of the class
-- column: seen STRUCT(other STRUCT("position" INTEGER, "cluster" BIGINT, via_position BIGINT, via_cluster BIGINT),
--     all_inside BOOLEAN)[]?: the evidence, as in evidence_sets; NULL if there is none
-- reads: published, $derived: published
WITH meetings AS MATERIALIZED (
    SELECT
        evidence_sets.scope,
        evidence_sets.release,
        evidence_sets.cluster,
        evidence_sets.items,
        list_sort(list({'other': evidence_sets.other, 'all_inside': evidence_sets.all_inside})) AS seen
    FROM setrisk_internal.evidence_sets($series, $release, $derived) AS evidence_sets
    GROUP BY evidence_sets.scope, evidence_sets.release, evidence_sets.cluster, evidence_sets.items
),
records AS MATERIALIZED (
    SELECT record_sets.release, record_sets.cluster, record_sets.record, record_sets.items
    FROM setrisk_internal.record_sets($series) AS record_sets
    WHERE $release IS NULL OR record_sets.release = $release
),
unit_records AS (
    SELECT 'cluster' AS scope, records.release, records.cluster, records.record, records.items FROM records
    UNION ALL
    SELECT 'global' AS scope, records.release, 0 AS cluster, records.record, records.items FROM records
    UNION ALL
    SELECT 'transitive' AS scope, records.release, records.cluster, records.record, records.items
    FROM records
    SEMI JOIN meetings
        ON meetings.scope = 'transitive' AND meetings.release = records.release AND meetings.cluster = records.cluster
)
SELECT
    unit_records.scope,
    unit_records.release,
    unit_records.cluster,
    unit_records.record,
    min(unit_records.record) OVER (
        PARTITION BY unit_records.scope, unit_records.release, unit_records.cluster, meetings.seen
    ) AS equivalence_class,
    meetings.seen
FROM unit_records
LEFT JOIN meetings
    ON meetings.scope = unit_records.scope
    AND meetings.release = unit_records.release
    AND meetings.cluster = unit_records.cluster
    AND meetings.items = unit_records.items
