-- derived_sets(series, release := NULL)
-- One row per non-private set that a cluster of a release (of one release alone, where it is named) shares with a derived
-- cluster that may tell it something.
-- release VARCHAR; cluster INTEGER; pivot_position, pivot_cluster, source_position, source_cluster INTEGER; items BIGINT[];
-- copies, other_copies BIGINT: records with that set in the one and the other
-- internal
WITH sets AS MATERIALIZED (
    SELECT each.position, each.cluster, each.items, each.copies
    FROM setrisk.unit_sets($series) AS each
    WHERE each.scope = 'cluster'
),
met AS MATERIALIZED (
    SELECT DISTINCT
        each.release, each.position, each.cluster, each.pivot_position, each.pivot_cluster, each.source_position,
        each.source_cluster
    FROM setrisk.derived_candidates($series, release := $release) AS each
)
SELECT
    met.release,
    met.cluster,
    met.pivot_position,
    met.pivot_cluster,
    met.source_position,
    met.source_cluster,
    targets.items,
    targets.copies,
    pivots.copies - coalesce(sources.copies, 0) AS other_copies
FROM met
JOIN sets AS targets ON targets.position = met.position AND targets.cluster = met.cluster
JOIN sets AS pivots
    ON pivots.position = met.pivot_position AND pivots.cluster = met.pivot_cluster AND pivots.items = targets.items
LEFT JOIN sets AS sources
    ON sources.position = met.source_position AND sources.cluster = met.source_cluster AND sources.items = targets.items
WHERE pivots.copies > coalesce(sources.copies, 0)
