-- known_scope(scope)
-- The name of a scope of composition attacks; an error for any other name.
--
-- row: one
-- column: scope VARCHAR
-- reads: nothing
-- duckdb only: error
SELECT
    CASE
        WHEN list_contains(['cluster', 'transitive', 'global'], $scope) THEN $scope
        ELSE error('scope is ' || coalesce($scope, 'NULL') || '; it must be cluster, transitive or global')
    END AS scope
