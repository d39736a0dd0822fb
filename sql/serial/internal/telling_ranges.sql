-- telling_ranges(series)
-- One row per overlap of a cluster and private term that it holds, where the other side allows less than the cluster
-- itself does (SANONY Lemma 3 says when it does not).
--
-- row: one per overlap of a cluster and private term that it holds, where the other side allows less than the cluster
--     itself does (SANONY Lemma 3 says when it does not)
-- column: position INTEGER
-- column: cluster BIGINT
-- column: n_records BIGINT
-- column: other_position BIGINT
-- column: other_cluster BIGINT
-- column: common BIGINT
-- column: item VARCHAR
-- column: copies BIGINT
-- column: lo BIGINT
-- column: hi BIGINT
-- reads: published
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
FROM setrisk_internal.copy_ranges($series) AS ranges
JOIN setrisk.series AS own ON own.release = ranges.release
WHERE ranges.scope = 'cluster' AND ranges.copies > 0 AND ranges.lo <= ranges.hi
    AND (ranges.lo > ranges.own_lo OR ranges.hi < ranges.own_hi)
