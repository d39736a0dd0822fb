-- overlap_evidence(series, release, derived)
-- How many copies of a sensitive item the records can have that a piece of evidence concerns: an overlap of the unit
-- with another unit, or with a derived cluster.
--
-- parameter: release: a release of the series; all of them if it is NULL
-- parameter: derived: the name of a CTE of the caller with the rows of derived_sets; an empty one if transitive
--     composition is not looked for
-- row: one per scope, unit, sensitive item that it holds, and piece of evidence
-- column: scope VARCHAR: cluster, transitive or global
-- column: release VARCHAR
-- column: cluster BIGINT, >= 0: 0 for the whole release
-- column: n_records BIGINT, records, > 0
-- column: item VARCHAR
-- column: copies BIGINT, copies, > 0
-- column: other STRUCT("position" BIGINT, "cluster" BIGINT, via_position BIGINT, via_cluster BIGINT): the other side,
--     as in evidence_sets
-- column: common BIGINT, records, > 0: records that it concerns
-- column: own_lo BIGINT, copies, >= 0: the fewest, by the unit alone
-- column: own_hi BIGINT, copies, >= 0: the most, by the unit alone
-- column: other_lo BIGINT, copies, >= 0: the fewest, by the other side alone
-- column: other_hi BIGINT, copies, >= 0: the most, by the other side alone
-- reads: published, $derived: published
-- source: SANONY Definition 8
-- duckdb only: query_table
WITH direct_evidence AS MATERIALIZED (
    SELECT
        ranges.scope,
        ranges.release,
        ranges.cluster,
        ranges.n_records,
        ranges.item,
        ranges.copies,
        {
            'position': ranges.other_position,
            'cluster': ranges.other_cluster,
            'via_position': CAST(NULL AS INTEGER),
            'via_cluster': CAST(NULL AS INTEGER)
        } AS other,
        ranges.common,
        ranges.own_lo,
        ranges.own_hi,
        ranges.other_lo,
        ranges.other_hi
    FROM setrisk_internal.copy_ranges($series, release := $release) AS ranges
    WHERE ranges.copies > 0
),
derived_evidence AS MATERIALIZED (
    SELECT DISTINCT
        sets.release,
        sets.cluster,
        sets.n_records,
        sets.item,
        sets.term_copies AS copies,
        {
            'position': sets.pivot_position,
            'cluster': sets.pivot_cluster,
            'via_position': sets.source_position,
            'via_cluster': sets.source_cluster
        } AS other,
        sets.common,
        sets.own_lo,
        sets.own_hi,
        sets.other_lo,
        sets.other_hi
    FROM query_table($derived) AS sets
)
SELECT
    direct_evidence.scope,
    direct_evidence.release,
    direct_evidence.cluster,
    direct_evidence.n_records,
    direct_evidence.item,
    direct_evidence.copies,
    direct_evidence.other,
    direct_evidence.common,
    direct_evidence.own_lo,
    direct_evidence.own_hi,
    direct_evidence.other_lo,
    direct_evidence.other_hi
FROM direct_evidence
UNION ALL
SELECT
    'transitive' AS scope,
    derived_evidence.release,
    derived_evidence.cluster,
    derived_evidence.n_records,
    derived_evidence.item,
    derived_evidence.copies,
    derived_evidence.other,
    derived_evidence.common,
    derived_evidence.own_lo,
    derived_evidence.own_hi,
    derived_evidence.other_lo,
    derived_evidence.other_hi
FROM derived_evidence
UNION ALL
SELECT
    'transitive' AS scope,
    direct_evidence.release,
    direct_evidence.cluster,
    direct_evidence.n_records,
    direct_evidence.item,
    direct_evidence.copies,
    direct_evidence.other,
    direct_evidence.common,
    direct_evidence.own_lo,
    direct_evidence.own_hi,
    direct_evidence.other_lo,
    direct_evidence.other_hi
FROM direct_evidence
SEMI JOIN derived_evidence
    ON derived_evidence.release = direct_evidence.release AND derived_evidence.cluster = direct_evidence.cluster
WHERE direct_evidence.scope = 'cluster'
