-- overlap_evidence(series, release := NULL, transitive := true)
-- How many copies of a sensitive item the records can have that a piece of evidence concerns: an overlap of the unit
-- with another unit, or with a derived cluster.
--
-- parameter: transitive: whether to look for transitive composition too, which takes longest
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
-- column: other_hi BIGINT, copies: the most, by the other side alone
-- reads: published
WITH direct AS MATERIALIZED (
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
derived AS MATERIALIZED (
    SELECT DISTINCT
        shared.release,
        shared.cluster,
        shared.n_records,
        shared.item,
        shared.term_copies AS copies,
        {
            'position': shared.pivot_position,
            'cluster': shared.pivot_cluster,
            'via_position': shared.source_position,
            'via_cluster': shared.source_cluster
        } AS other,
        shared.common,
        shared.own_lo,
        shared.own_hi,
        shared.other_lo,
        shared.other_hi
    FROM setrisk_internal.derived_sets($series, release := $release) AS shared
    WHERE $transitive
)
SELECT
    direct.scope, direct.release, direct.cluster, direct.n_records, direct.item, direct.copies, direct.other,
    direct.common, direct.own_lo, direct.own_hi, direct.other_lo, direct.other_hi
FROM direct
UNION ALL
SELECT
    'transitive' AS scope, derived.release, derived.cluster, derived.n_records, derived.item, derived.copies,
    derived.other, derived.common, derived.own_lo, derived.own_hi, derived.other_lo, derived.other_hi
FROM derived
UNION ALL
SELECT
    'transitive' AS scope, direct.release, direct.cluster, direct.n_records, direct.item, direct.copies, direct.other,
    direct.common, direct.own_lo, direct.own_hi, direct.other_lo, direct.other_hi
FROM direct
SEMI JOIN derived ON derived.release = direct.release AND derived.cluster = direct.cluster
WHERE direct.scope = 'cluster'
