-- random_reconstructions(series, release, runs := 1, seed := 0)
-- One row per run, record of the release and private term that the record gets in it: each with the share of the term in the
-- record's cluster as its probability, by itself (SANONY Definition 4).
-- An error where there is no series of that name, or it has no such release, or for fewer runs than one or a
-- seed below 0.
-- run BIGINT: from 1; record BIGINT; item VARCHAR
SELECT drawn.run, drawn.record, drawn.item
FROM setrisk.known_series($series, release := coalesce($release, 'NULL')) AS known
CROSS JOIN setrisk.private_draws($release, $runs, $seed, NULL) AS drawn
WHERE known.series = $series
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT length(known.series), length(known.series), known.series
FROM setrisk.known_series($series, release := coalesce($release, 'NULL')) AS known
WHERE known.series IS NULL
