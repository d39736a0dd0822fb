-- posteriors(series, release := NULL, transitive := true)
-- One row per record of a release (of one release alone, where it is named), private term that the record's cluster or its
-- release holds, and scope: what an adversary who knows the record's non-private set, and in which releases the person is,
-- believes before and after seeing the other releases of the series (SANONY 2.3.1, 2.3.2).
-- transitive: whether to look for transitive composition too, which takes longest, and much memory where clusters are small
-- and alike, as those of m-invariance are.
-- An error where there is no series of that name, or it has no such release.
-- release VARCHAR; cluster INTEGER; record BIGINT; item VARCHAR; scope VARCHAR: cluster (the record's cluster against those
-- of other releases), transitive (against what is left of those as well, where that tells more) or global (whole releases);
-- prior, posterior DOUBLE in [0, 1]; population_rate DOUBLE: of the release; serial_risk DOUBLE: posterior / population_rate
SELECT
    records.release,
    homes.cluster,
    records.record,
    believed.item,
    records.scope,
    believed.prior,
    believed.posterior,
    believed.population_rate,
    believed.posterior / believed.population_rate AS serial_risk
FROM setrisk.record_kinds($series, release := $release, transitive := $transitive) AS records
JOIN setrisk.kind_posteriors($series, release := $release, transitive := $transitive) AS believed
    ON believed.scope = records.scope AND believed.release = records.release AND believed.cluster = records.cluster
    AND believed.kind = records.kind
JOIN (
    SELECT DISTINCT each.release, each.cluster, each.record FROM setrisk.cluster_record AS each
) AS homes ON homes.release = records.release AND homes.record = records.record
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    known.series, length(known.series), length(known.series), known.series, known.series, length(known.series),
    length(known.series), length(known.series), length(known.series)
FROM setrisk.known_series($series, release := $release) AS known
WHERE known.series IS NULL
