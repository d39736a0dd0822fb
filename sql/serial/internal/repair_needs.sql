-- repair_needs(series, release, transitive := true)
-- One row per unit of a release and private term: how many counterfeits with and without the term take back what the
-- release tells of records of other releases that are at risk: those of Lemma 4, but only where a promise is broken,
-- and for the derived clusters that the release makes or is part of as well. transitive: whether to look for transitive
-- composition too, which takes longest.
--
-- row: one per unit of a release and private term
-- column: scope VARCHAR: cluster or global
-- column: cluster BIGINT
-- column: item VARCHAR
-- column: with_term BIGINT
-- column: without_term BIGINT
-- reads: published
WITH risky AS MATERIALIZED (
    SELECT DISTINCT each.scope, each.release, each.cluster, each.item
    FROM setrisk_internal.broken_promises($series, transitive := $transitive) AS each
    WHERE each.release <> $release
),
own AS MATERIALIZED (
    SELECT listed.position FROM setrisk.series AS listed WHERE listed.series = $series AND listed.release = $release
),
-- What derived clusters tell of them, by the new release as the pivot or as the source.
derived AS MATERIALIZED (
    SELECT each.item, each.other, each.own_lo, each.own_hi, each.other_lo, each.other_hi
    FROM setrisk_internal.overlap_evidence($series, transitive := $transitive) AS each
    SEMI JOIN risky
        ON risky.scope = each.scope AND risky.release = each.release AND risky.cluster = each.cluster
        AND risky.item = each.item
    WHERE each.scope = 'transitive' AND each.other.via_position IS NOT NULL
),
-- The units of other releases of which the release must tell nothing.
protected AS MATERIALIZED (
    SELECT CASE WHEN risky.scope = 'global' THEN 'global' ELSE 'cluster' END AS scope, risky.release, risky.cluster, risky.item
    FROM risky
    UNION
    SELECT 'cluster' AS scope, pivots.release, derived.other.cluster AS cluster, derived.item
    FROM derived
    JOIN own ON own.position = derived.other.via_position
    JOIN setrisk.series AS pivots ON pivots.series = $series AND pivots.position = derived.other.position
)
SELECT
    needed.scope,
    needed.cluster,
    needed.item,
    max(needed.with_term) AS with_term,
    max(needed.without_term) AS without_term
FROM (
    SELECT
        ranges.scope,
        ranges.cluster,
        ranges.item,
        ranges.other_hi - ranges.hi AS with_term,
        ranges.lo - ranges.other_lo AS without_term
    FROM setrisk_internal.copy_ranges($series, release := $release) AS ranges
    SEMI JOIN protected
        ON protected.scope = ranges.scope AND protected.release = ranges.other_release
        AND protected.cluster = ranges.other_cluster AND protected.item = ranges.item
    WHERE ranges.lo <= ranges.hi
    UNION ALL
    SELECT
        'cluster' AS scope,
        derived.other.cluster AS cluster,
        derived.item,
        greatest(derived.own_hi - derived.other_hi, 0) AS with_term,
        greatest(derived.other_lo - derived.own_lo, 0) AS without_term
    FROM derived
    JOIN own ON own.position = derived.other.position
) AS needed
WHERE needed.with_term > 0 OR needed.without_term > 0
GROUP BY needed.scope, needed.cluster, needed.item
