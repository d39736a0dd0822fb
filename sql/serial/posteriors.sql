-- posteriors(series, release := NULL, transitive := true)
-- One row per record of a release (of one release alone, where it is named), private term that the record's cluster or
-- its release holds, and scope: what an adversary who knows the record's non-private set, and in which releases the
-- person is, believes before and after seeing the other releases of the series (SANONY 2.3.1, 2.3.2). transitive:
-- whether to look for transitive composition too, which takes longest, and much memory where clusters are small and
-- alike, as those of m-invariance are. An error where there is no series of that name, or it has no such release.
--
-- row: one per record of a release (of one release alone, where it is named), private term that the record's cluster or
--     its release holds, and scope
-- column: release VARCHAR
-- column: cluster BIGINT
-- column: record BIGINT
-- column: item VARCHAR
-- column: scope VARCHAR: cluster (the record's cluster against those of other releases), transitive (against what is
--     left of those as well, where that tells more) or global (whole releases)
-- column: prior DOUBLE, 0 to 1
-- column: posterior DOUBLE, 0 to 1
-- column: population_rate DOUBLE: of the release
-- column: serial_risk DOUBLE: posterior / population_rate
-- checks: known_series($series, release := $release)
-- reads: published
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
FROM setrisk_internal.equivalence_classes($series, release := $release, transitive := $transitive) AS records
JOIN setrisk_internal.class_posteriors($series, release := $release, transitive := $transitive) AS believed
    ON believed.scope = records.scope AND believed.release = records.release AND believed.cluster = records.cluster
    AND believed.kind = records.kind
JOIN (
    SELECT DISTINCT each.release, each.cluster, each.record FROM setrisk.cluster_record AS each
) AS homes ON homes.release = records.release AND homes.record = records.record
