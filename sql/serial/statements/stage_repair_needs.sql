-- stage_repair_needs(series, release, transitive)
-- Stage the counterfeits that take back what a draft reveals about records of other releases that are at risk. These
-- are the counterfeits of Lemma 4, but only if a promise is broken, and also for the derived clusters that the draft
-- creates or is part of.
--
-- parameter: transitive: whether to look for transitive composition too, which takes longest
-- stages: _setrisk_needs(cluster, item, with_term, without_term): counterfeits needed; cluster 0 is the whole release
-- reads:  published
-- source: SANONY Lemma 4
CREATE OR REPLACE TEMP TABLE _setrisk_needs AS
WITH derived_sets AS MATERIALIZED (
    SELECT sets.*
    FROM setrisk_internal.derived_sets($series) AS sets
    WHERE $transitive
),
class_records AS MATERIALIZED (
    SELECT class_records.*
    FROM setrisk_internal.equivalence_classes($series, NULL, 'derived_sets') AS class_records
),
risks AS MATERIALIZED (
    SELECT DISTINCT promises.scope, promises.release, promises.cluster, promises.item
    FROM setrisk_internal.broken_promises($series, NULL, 'derived_sets', 'class_records') AS promises
    WHERE promises.release <> $release
),
places AS MATERIALIZED (
    SELECT members.position
    FROM setrisk.series AS members
    WHERE members.series = $series AND members.release = $release
),
-- What derived clusters reveal about them, with the draft as the pivot or as the source.
derived_evidence AS MATERIALIZED (
    SELECT evidence.item, evidence.other, evidence.own_lo, evidence.own_hi, evidence.other_lo, evidence.other_hi
    FROM setrisk_internal.overlap_evidence($series, NULL, 'derived_sets') AS evidence
    SEMI JOIN risks
        ON risks.scope = evidence.scope AND risks.release = evidence.release AND risks.cluster = evidence.cluster
        AND risks.item = evidence.item
    WHERE evidence.scope = 'transitive' AND evidence.other.via_position IS NOT NULL
),
-- The units of other releases about which the draft must reveal nothing.
protected_units AS MATERIALIZED (
    SELECT
        CASE WHEN risks.scope = 'global' THEN 'global' ELSE 'cluster' END AS scope,
        risks.release,
        risks.cluster,
        risks.item
    FROM risks
    UNION
    SELECT 'cluster' AS scope, pivots.release, derived_evidence.other.cluster AS cluster, derived_evidence.item
    FROM derived_evidence
    JOIN places ON places.position = derived_evidence.other.via_position
    JOIN setrisk.series AS pivots ON pivots.series = $series AND pivots.position = derived_evidence.other.position
)
SELECT
    needs.cluster,
    needs.item,
    max(needs.with_term) AS with_term,
    max(needs.without_term) AS without_term
FROM (
    SELECT
        ranges.scope,
        ranges.cluster,
        ranges.item,
        ranges.other_hi - ranges.hi AS with_term,
        ranges.lo - ranges.other_lo AS without_term
    FROM setrisk_internal.copy_ranges($series, release := $release) AS ranges
    SEMI JOIN protected_units
        ON protected_units.scope = ranges.scope AND protected_units.release = ranges.other_release
        AND protected_units.cluster = ranges.other_cluster AND protected_units.item = ranges.item
    WHERE ranges.lo <= ranges.hi
    UNION ALL
    SELECT
        'cluster' AS scope,
        derived_evidence.other.cluster AS cluster,
        derived_evidence.item,
        greatest(derived_evidence.own_hi - derived_evidence.other_hi, 0) AS with_term,
        greatest(derived_evidence.other_lo - derived_evidence.own_lo, 0) AS without_term
    FROM derived_evidence
    JOIN places ON places.position = derived_evidence.other.position
) AS needs
WHERE needs.with_term > 0 OR needs.without_term > 0
GROUP BY needs.scope, needs.cluster, needs.item
