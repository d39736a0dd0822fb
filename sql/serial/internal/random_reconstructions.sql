-- random_reconstructions(series, release, runs := 1, seed := 0)
-- Random reconstructions of a serial release, each of which draws sensitive items for the records with the term's share
-- in the record's cluster as the probability. It is an error for fewer than one run, or a negative seed.
--
-- row: one per run, record and sensitive item that the record gets
-- column: run BIGINT, >= 1
-- column: record BIGINT, >= 1
-- column: item VARCHAR
-- checks: known_series($series, release := coalesce($release, 'NULL'))
-- reads: published
-- source: SANONY Definition 4
SELECT draws.run, draws.record, draws.item
FROM setrisk_internal.known_series($series, release := coalesce($release, 'NULL')) AS names
CROSS JOIN setrisk_internal.sensitive_draws($release, $runs, $seed, NULL) AS draws
WHERE names.series = $series
