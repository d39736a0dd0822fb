-- weighed_evidence(series, release := NULL, transitive := true)
-- By how much each piece of evidence raises the log odds that a record of a unit has a sensitive item. Evidence that
-- reveals nothing, or contradicts itself, is left out.
--
-- parameter: transitive: whether to look for transitive composition too, which takes longest
-- row: one per scope, unit, sensitive item and piece of evidence that reveals something about it
-- column: scope VARCHAR: cluster, transitive or global
-- column: release VARCHAR
-- column: cluster BIGINT, >= 0: 0 for the whole release
-- column: item VARCHAR
-- column: other STRUCT("position" BIGINT, "cluster" BIGINT, via_position BIGINT, via_cluster BIGINT): the other side,
--     as in evidence_sets
-- column: inside DOUBLE: for the records that it concerns; infinite where it leaves no doubt
-- column: outside DOUBLE: for the other records; infinite where it leaves no doubt
-- reads: published
-- source: SANONY formulas 12 to 14
WITH telling AS MATERIALIZED (
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
    FROM setrisk_internal.overlap_evidence($series, release := $release, transitive := $transitive) AS evidence
    WHERE greatest(evidence.own_lo, evidence.other_lo) <= least(evidence.own_hi, evidence.other_hi)
        AND (evidence.other_lo > evidence.own_lo OR evidence.other_hi < evidence.own_hi)
),
weighed AS MATERIALIZED (
    SELECT
        alike.copies,
        alike.n_records,
        alike.common,
        alike.lo,
        alike.hi,
        _setrisk_weights_v1(alike.copies, alike.n_records, alike.common, alike.lo, alike.hi) AS weights
    FROM (
        SELECT DISTINCT telling.copies, telling.n_records, telling.common, telling.lo, telling.hi FROM telling
    ) AS alike
)
SELECT
    telling.scope,
    telling.release,
    telling.cluster,
    telling.item,
    telling.other,
    weighed.weights.inside AS inside,
    weighed.weights.outside AS outside
FROM telling
JOIN weighed
    ON weighed.copies = telling.copies AND weighed.n_records = telling.n_records AND weighed.common = telling.common
    AND weighed.lo = telling.lo AND weighed.hi = telling.hi
