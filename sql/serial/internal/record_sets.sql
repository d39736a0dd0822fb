-- record_sets(series)
-- The set of non-private items of each record of each release of a series. The same item name has the same number in
-- all releases.
--
-- row: one per release and record
-- column: position INTEGER, >= 1: position of the release in the series
-- column: release VARCHAR
-- column: cluster INTEGER, >= 1
-- column: record BIGINT, >= 1
-- column: items BIGINT[]: ascending; empty for a record without non-private items
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
