-- backward_needs(series, release)
-- How many counterfeits a release needs so that its overlaps with earlier releases reveal no more about those than they
-- have revealed already. Units and terms that need none are left out.
--
-- row: one per unit of the release and sensitive item that needs counterfeits
-- column: scope VARCHAR: cluster or global
-- column: cluster BIGINT, >= 0: 0 for the whole release
-- column: item VARCHAR
-- column: with_term BIGINT, counterfeits, >= 0: with the term
-- column: without_term BIGINT, counterfeits, >= 0: without it
-- reads: published
-- source: SANONY Lemma 4, formulas 16 and 17
SELECT needs.scope, needs.cluster, needs.item, needs.with_term, needs.without_term
FROM (
    SELECT
        ranges.scope,
        ranges.cluster,
        ranges.item,
        max(ranges.other_hi - ranges.hi) AS with_term,
        max(ranges.lo - ranges.other_lo) AS without_term
    FROM setrisk_internal.copy_ranges($series, release := $release) AS ranges
    JOIN setrisk.series AS members ON members.release = ranges.release
    WHERE ranges.lo <= ranges.hi AND ranges.other_position < members.position
    GROUP BY ranges.scope, ranges.cluster, ranges.item
) AS needs
WHERE needs.with_term > 0 OR needs.without_term > 0
