-- transitive_steps(series)
-- How many steps from a cluster over a second one to a third one the search for transitive composition would take.
--
-- row:    one
-- column: steps HUGEINT
-- reads:  published
SELECT coalesce(sum(neighbours.n * neighbours.n), 0) AS steps
FROM (
    SELECT count(*) AS n
    FROM setrisk_internal.linkage_unit_overlaps($series) AS unit_pairs
    WHERE unit_pairs.scope = 'cluster'
    GROUP BY unit_pairs.release, unit_pairs.cluster
) AS neighbours
