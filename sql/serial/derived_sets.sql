-- derived_sets(series, release := NULL)
-- One row per non-private set that a cluster of a release (of one release alone, where it is named) shares with a derived
-- cluster (SANONY Definition 7): the records of a cluster of another release, the pivot, but for those that it shares with
-- a third cluster, the source. Only derived clusters of which their source tells something.
-- release VARCHAR; cluster INTEGER; pivot, source STRUCT(position INTEGER, cluster INTEGER); items BIGINT[]; copies, other_copies BIGINT:
-- records with that set in the one and the other
-- internal
WITH sets AS MATERIALIZED (
    SELECT each.position, each.release, each.cluster, each.items, each.copies
    FROM setrisk.unit_sets($series) AS each
    WHERE each.scope = 'cluster'
),
telling AS MATERIALIZED (
    SELECT DISTINCT
        own.position,
        ranges.cluster,
        ranges.other_position AS source_position,
        ranges.other_cluster AS source_cluster
    FROM setrisk.s_ranges($series) AS ranges
    JOIN setrisk.series AS own ON own.release = ranges.release
    WHERE ranges.scope = 'cluster' AND ranges.copies > 0 AND ranges.lo <= ranges.hi
        AND (ranges.lo > ranges.own_lo OR ranges.hi < ranges.own_hi)
),
derived AS MATERIALIZED (
    SELECT
        telling.position,
        telling.cluster,
        telling.source_position,
        telling.source_cluster,
        pivots.items,
        pivots.copies - coalesce(sources.copies, 0) AS copies
    FROM telling
    JOIN sets AS pivots ON pivots.position = telling.position AND pivots.cluster = telling.cluster
    LEFT JOIN sets AS sources
        ON sources.position = telling.source_position AND sources.cluster = telling.source_cluster
        AND sources.items = pivots.items
    WHERE pivots.copies > coalesce(sources.copies, 0)
)
SELECT
    targets.release,
    targets.cluster,
    {'position': derived.position, 'cluster': derived.cluster} AS pivot,
    {'position': derived.source_position, 'cluster': derived.source_cluster} AS source,
    targets.items,
    targets.copies,
    derived.copies AS other_copies
FROM derived
JOIN sets AS targets ON targets.items = derived.items
    AND targets.position <> derived.position
    AND NOT (targets.position = derived.source_position AND targets.cluster = derived.source_cluster)
WHERE $release IS NULL OR targets.release = $release
