-- record_sets(series)
-- The set of non-sensitive items of each record of each release of a series. The same item name has the same number in
-- all releases.
--
-- row: one per release and record
-- column: position INTEGER, >= 1: position of the release in the series
-- column: release VARCHAR
-- column: cluster INTEGER, >= 1
-- column: record BIGINT, >= 1
-- column: items BIGINT[]: ascending; empty for a record without non-sensitive items
-- reads: published
WITH numbers AS MATERIALIZED (
    SELECT names.item, row_number() OVER (ORDER BY names.item) AS number
    FROM (
        SELECT DISTINCT names.item
        FROM setrisk.series AS members
        JOIN setrisk.published_item AS names ON names.release = members.release
        WHERE members.series = $series
    ) AS names
)
SELECT
    members.position,
    members.release,
    records.cluster,
    records.record,
    coalesce(list_sort(list(numbers.number) FILTER (WHERE numbers.number IS NOT NULL)), []) AS items
FROM setrisk.series AS members
JOIN setrisk.cluster_record AS records ON records.release = members.release
LEFT JOIN setrisk.published_item AS published_items
    ON published_items.release = records.release AND published_items.item_id = records.item_id
LEFT JOIN numbers ON numbers.item = published_items.item
WHERE members.series = $series
GROUP BY members.position, members.release, records.cluster, records.record
