-- backward_needs(series, release)
-- One row per unit of a release and private term: how many counterfeits with and without the term make all its overlaps
-- with earlier releases safe, so that those tell of the earlier releases what they have told already (SANONY Lemma 4,
-- formulas 16 and 17). Units and terms that need none are left out.
--
-- row: one per unit of a release and private term
-- column: scope VARCHAR: cluster or global
-- column: cluster BIGINT
-- column: item VARCHAR
-- column: with_term BIGINT
-- column: without_term BIGINT
-- reads: published
SELECT needed.scope, needed.cluster, needed.item, needed.with_term, needed.without_term
FROM (
    SELECT
        ranges.scope,
        ranges.cluster,
        ranges.item,
        max(ranges.other_hi - ranges.hi) AS with_term,
        max(ranges.lo - ranges.other_lo) AS without_term
    FROM setrisk_internal.copy_ranges($series, release := $release) AS ranges
    JOIN setrisk.series AS own ON own.release = ranges.release
    WHERE ranges.lo <= ranges.hi AND ranges.other_position < own.position
    GROUP BY ranges.scope, ranges.cluster, ranges.item
) AS needed
WHERE needed.with_term > 0 OR needed.without_term > 0
