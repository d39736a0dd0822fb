-- telling_ranges(series)
-- One row per overlap of a cluster and private term that it holds, where the other side allows less than the cluster itself
-- does (SANONY Lemma 3 says when it does not).
-- position INTEGER; cluster INTEGER; n_records BIGINT; other_position INTEGER; other_cluster INTEGER; common BIGINT; item
-- VARCHAR; copies, lo, hi BIGINT
-- internal
SELECT
    own.position,
    ranges.cluster,
    ranges.n_records,
    ranges.other_position,
    ranges.other_cluster,
    ranges.common,
    ranges.item,
    ranges.copies,
    ranges.lo,
    ranges.hi
FROM setrisk.s_ranges($series) AS ranges
JOIN setrisk.series AS own ON own.release = ranges.release
WHERE ranges.scope = 'cluster' AND ranges.copies > 0 AND ranges.lo <= ranges.hi
    AND (ranges.lo > ranges.own_lo OR ranges.hi < ranges.own_hi)
