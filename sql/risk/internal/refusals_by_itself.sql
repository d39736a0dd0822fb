-- refusals_by_itself(release)
-- Why a release may not be published by itself, whatever is tolerable: its marks, and that it is empty.
--
-- row: one per reason
-- column: release VARCHAR
-- column: refusal VARCHAR: a mark, or 'empty'
-- column: reason VARCHAR: why, in words
-- reads: published
SELECT marks.release, marks.mark AS refusal, marks.reason
FROM setrisk_internal.refused_marks($release) AS marks
UNION ALL
SELECT $release AS release, 'empty' AS refusal, setrisk_internal.emptiness(sizes.n_records, sizes.n_items) AS reason
FROM setrisk_internal.published_size($release) AS sizes
WHERE setrisk_internal.emptiness(sizes.n_records, sizes.n_items) IS NOT NULL
