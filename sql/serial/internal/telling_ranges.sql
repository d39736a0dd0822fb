-- telling_ranges(series)
-- Overlaps of clusters in which the other side narrows down how many copies of a sensitive item the shared records can
-- have.
--
-- row: one per overlap of a cluster and sensitive item that it holds, if the other side allows less than the cluster
--     does
-- column: position INTEGER, >= 1: position of the release in the series
-- column: cluster BIGINT, >= 1
-- column: n_records BIGINT, records, > 0
-- column: other_position BIGINT, >= 1
-- column: other_cluster BIGINT, >= 1
-- column: common BIGINT, records, > 0
-- column: item VARCHAR
-- column: copies BIGINT, copies, > 0
-- column: lo BIGINT, copies, >= 0: the fewest, by both sides
-- column: hi BIGINT, copies, >= 0: the most, by both sides
-- reads: published
-- source: SANONY Lemma 3
SELECT
    members.position,
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
JOIN setrisk.series AS members ON members.release = ranges.release
WHERE ranges.scope = 'cluster' AND ranges.copies > 0 AND ranges.lo <= ranges.hi
    AND (ranges.lo > ranges.own_lo OR ranges.hi < ranges.own_hi)
