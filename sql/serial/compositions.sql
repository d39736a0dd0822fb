-- compositions(series, release := NULL, scope := 'transitive')
-- One row per record of a release (of one release alone, where it is named) that may have a private term: the term of
-- which an adversary believes most, against what the release promises, after seeing the other releases of the series.
-- scope: cluster, transitive (what clusters tell, and what is left of them) or global; the cluster is 0 then. An error
-- where there is no series of that name, or it has no such release, or there is no such scope.
--
-- row: one per record of a release (of one release alone, where it is named) that may have a private term
-- column: release VARCHAR
-- column: cluster BIGINT
-- column: record BIGINT
-- column: item VARCHAR
-- column: prior DOUBLE
-- column: posterior DOUBLE
-- column: population_rate DOUBLE
-- column: allowed DOUBLE
-- column: through VARCHAR?: the release that raises the belief most, NULL where none does
-- checks: known_series($series, release := $release)
-- checks: known_scope($scope)
-- reads: published
-- duckdb only: error
SELECT
    found.release, found.cluster, found.record, found.item, found.prior, found.posterior, found.population_rate, found.allowed,
    found.through
FROM setrisk_internal.scoped_compositions($series, release := $release, transitive := $scope = 'transitive') AS found
WHERE found.scope = $scope
