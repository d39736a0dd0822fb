-- random_reconstructions(series, release, runs := 1, seed := 0)
-- One row per run, record of the release and private term that the record gets in it: each with the share of the term
-- in the record's cluster as its probability, by itself (SANONY Definition 4). An error where there is no series of
-- that name, or it has no such release, or for fewer runs than one or a seed below 0.
--
-- row: one per run, record of the release and private term that the record gets in it
-- column: run BIGINT, >= 1
-- column: record BIGINT
-- column: item VARCHAR
-- checks: known_series($series, release := coalesce($release, 'NULL'))
-- reads: published
SELECT drawn.run, drawn.record, drawn.item
FROM setrisk_internal.known_series($series, release := coalesce($release, 'NULL')) AS known
CROSS JOIN setrisk_internal.private_draws($release, $runs, $seed, NULL) AS drawn
WHERE known.series = $series
