-- compositions(series, release := NULL, scope := 'transitive')
-- One row per record of a release (of one release alone, where it is named) that may have a private term: the term of which an adversary believes most, against what
-- the release promises, after seeing the other releases of the series. scope: cluster, transitive (what clusters tell, and
-- what is left of them) or global; the cluster is 0 then.
-- An error where there is no series of that name, or it has no such release, or there is no such scope.
-- release VARCHAR; cluster INTEGER; record BIGINT; item VARCHAR; prior, posterior, population_rate, allowed DOUBLE; through VARCHAR: the release that raises
-- the belief most, NULL where none does
-- duckdb only: error
SELECT
    found.release, found.cluster, found.record, found.item, found.prior, found.posterior, found.population_rate, found.allowed,
    found.through
FROM setrisk.scoped_compositions($series, release := $release, transitive := $scope = 'transitive') AS found
WHERE found.scope = $scope
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    known.series, length(known.series), length(known.series), known.series, length(known.series), length(known.series), length(known.series),
    length(known.series), known.series
FROM setrisk.known_series($series, release := $release) AS known
WHERE known.series IS NULL OR CASE
    WHEN NOT list_contains(['cluster', 'transitive', 'global'], $scope)
        THEN error('scope is ' || $scope || '; it must be cluster, transitive or global')
END
