-- record_sets(series)
-- One row per record of each release of the series, with its non-private set, in numbers that are the same for the same
-- name in all of them.
--
-- row: one per record of each release of the series, with its non-private set, in numbers that are the same for the
--     same name in all of them
-- column: position INTEGER
-- column: release VARCHAR
-- column: cluster INTEGER
-- column: record BIGINT
-- column: items BIGINT[]: ascending, empty for the empty set
-- reads: published
WITH numbers AS MATERIALIZED (
    SELECT names.item, row_number() OVER (ORDER BY names.item) AS number
    FROM (
        SELECT DISTINCT shown.item
        FROM setrisk.series AS listed
        JOIN setrisk.published_item AS shown ON shown.release = listed.release
        WHERE listed.series = $series
    ) AS names
)
SELECT
    listed.position,
    listed.release,
    records.cluster,
    records.record,
    coalesce(list_sort(list(numbers.number) FILTER (WHERE numbers.number IS NOT NULL)), []) AS items
FROM setrisk.series AS listed
JOIN setrisk.cluster_record AS records ON records.release = listed.release
LEFT JOIN setrisk.published_item AS shown ON shown.release = records.release AND shown.item_id = records.item_id
LEFT JOIN numbers ON numbers.item = shown.item
WHERE listed.series = $series
GROUP BY listed.position, listed.release, records.cluster, records.record
