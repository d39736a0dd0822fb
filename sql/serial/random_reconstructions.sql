-- random_reconstructions(series, release, runs := 1, seed := 0)
-- One row per run, record of the release and private term that the record gets in it: each with the share of the term in the
-- record's cluster as its probability, by itself (SANONY Definition 4).
-- An error where there is no series of that name, or it has no such release, or for fewer runs than one or a
-- seed below 0.
-- run BIGINT: from 1; record BIGINT; item VARCHAR
-- duckdb only: UBIGINT
SELECT numbers.run, homes.record, terms.item
FROM setrisk.baseline_runs($runs) AS numbers
CROSS JOIN (
    SELECT DISTINCT records.cluster, records.record FROM setrisk.cluster_record AS records WHERE records.release = $release
) AS homes
JOIN setrisk.unit_terms($series) AS terms
    ON terms.release = $release AND terms.scope = 'cluster' AND terms.cluster = homes.cluster
WHERE CAST(
    '0x' || left(md5(setrisk.at_least('seed', $seed, 0) || '/' || numbers.run || '/' || homes.record || '/' || terms.item), 13) AS UBIGINT
) < 4503599627370496 * (terms.copies / terms.n_records)
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT length(known.series), length(known.series), known.series
FROM setrisk.known_series($series, release := coalesce($release, 'NULL')) AS known
WHERE known.series IS NULL
