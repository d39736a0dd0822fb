-- weighed_evidence(series, release, derived)
-- By how much each piece of evidence raises the log odds that a record of a unit has a sensitive item. Evidence that
-- reveals nothing, or contradicts itself, is left out.
--
-- parameter: release: a release of the series; all of them if it is NULL
-- parameter: derived: the name of a CTE of the caller with the rows of derived_sets; an empty one if transitive
--     composition is not looked for
-- row: one per scope, unit, sensitive item and piece of evidence that reveals something about it
-- column: scope VARCHAR: cluster, transitive or global
-- column: release VARCHAR
-- column: cluster BIGINT, >= 0: 0 for the whole release
-- column: item VARCHAR
-- column: other STRUCT("position" BIGINT, "cluster" BIGINT, via_position BIGINT, via_cluster BIGINT): the other side,
--     as in evidence_sets
-- column: inside DOUBLE: for the records that it concerns; infinite if it leaves no doubt
-- column: outside DOUBLE: for the other records; infinite if it leaves no doubt
-- reads: published, $derived: published
-- source: SANONY formulas 12 to 14
WITH telling_evidence AS MATERIALIZED (
    SELECT
        evidence.scope,
        evidence.release,
        evidence.cluster,
        evidence.n_records,
        evidence.item,
        evidence.copies,
        evidence.other,
        evidence.common,
        greatest(evidence.own_lo, evidence.other_lo) AS lo,
        least(evidence.own_hi, evidence.other_hi) AS hi
    FROM setrisk_internal.overlap_evidence($series, $release, $derived) AS evidence
    WHERE greatest(evidence.own_lo, evidence.other_lo) <= least(evidence.own_hi, evidence.other_hi)
        AND (evidence.other_lo > evidence.own_lo OR evidence.other_hi < evidence.own_hi)
),
weight_pairs AS MATERIALIZED (
    SELECT
        distinct_ranges.copies,
        distinct_ranges.n_records,
        distinct_ranges.common,
        distinct_ranges.lo,
        distinct_ranges.hi,
        _setrisk_weights_v1(
            distinct_ranges.copies,
            distinct_ranges.n_records,
            distinct_ranges.common,
            distinct_ranges.lo,
            distinct_ranges.hi
        ) AS weights
    FROM (
        SELECT DISTINCT
            telling_evidence.copies,
            telling_evidence.n_records,
            telling_evidence.common,
            telling_evidence.lo,
            telling_evidence.hi
        FROM telling_evidence
    ) AS distinct_ranges
)
SELECT
    telling_evidence.scope,
    telling_evidence.release,
    telling_evidence.cluster,
    telling_evidence.item,
    telling_evidence.other,
    weight_pairs.weights.inside AS inside,
    weight_pairs.weights.outside AS outside
FROM telling_evidence
JOIN weight_pairs
    ON weight_pairs.copies = telling_evidence.copies
    AND weight_pairs.n_records = telling_evidence.n_records
    AND weight_pairs.common = telling_evidence.common
    AND weight_pairs.lo = telling_evidence.lo AND weight_pairs.hi = telling_evidence.hi
