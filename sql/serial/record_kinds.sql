-- record_kinds(series, release := NULL)
-- One row per record and unit that it is in, with the overlaps that its non-private set is in: records of a unit that are
-- in the same overlaps are alike to an adversary.
-- scope VARCHAR; release VARCHAR; cluster INTEGER: of the unit; record BIGINT; seen STRUCT(position INTEGER, cluster
-- INTEGER)[]: the units of other releases that share the set, in order
-- internal
WITH meetings AS MATERIALIZED (
    SELECT
        shared.scope,
        shared.release,
        shared.cluster,
        shared.items,
        list_sort(list({'position': shared.other_position, 'cluster': shared.other_cluster})) AS seen
    FROM setrisk.common_sets($series, release := $release) AS shared
    GROUP BY shared.scope, shared.release, shared.cluster, shared.items
),
records AS MATERIALIZED (
    SELECT each.release, each.cluster, each.record, each.items
    FROM setrisk.record_sets($series) AS each
    WHERE $release IS NULL OR each.release = $release
)
SELECT
    scopes.scope,
    records.release,
    CASE WHEN scopes.scope = 'global' THEN 0 ELSE records.cluster END AS cluster,
    records.record,
    coalesce(meetings.seen, []) AS seen
FROM records
CROSS JOIN (SELECT unnest(['cluster', 'global']) AS scope) AS scopes
LEFT JOIN meetings
    ON meetings.scope = scopes.scope
    AND meetings.release = records.release
    AND meetings.cluster = CASE WHEN scopes.scope = 'global' THEN 0 ELSE records.cluster END
    AND meetings.items = records.items
