-- serial_places(release)
-- What each record of a serial release may hold: its non-sensitive items, and the sensitive items that its cluster, or
-- the global bag, has copies of.
--
-- row: one per record and item
-- column: host BIGINT, >= 1: the record
-- column: weight BIGINT, records, >= 1: always 1
-- column: chunk VARCHAR: one for each host
-- column: part BIGINT, >= 1: always 1
-- column: part_weight BIGINT, records, >= 1: the same as weight
-- column: item_id INTEGER?: never NULL
-- column: generalised_item INTEGER?: always NULL
-- reads: published
WITH records AS (
    SELECT DISTINCT entries.cluster, entries.record
    FROM setrisk.cluster_record AS entries
    WHERE entries.release = $release
)
SELECT
    items.record AS host,
    CAST(1 AS BIGINT) AS weight,
    CAST(items.record AS VARCHAR) AS chunk,
    CAST(1 AS BIGINT) AS part,
    CAST(1 AS BIGINT) AS part_weight,
    items.item_id,
    CAST(NULL AS INTEGER) AS generalised_item
FROM (
    SELECT entries.record, entries.item_id
    FROM setrisk.cluster_record AS entries
    WHERE entries.release = $release AND entries.item_id IS NOT NULL
    UNION
    SELECT records.record, counts.item_id
    FROM setrisk.sensitive_count AS counts
    JOIN records ON records.cluster = coalesce(counts.cluster, records.cluster)
    WHERE counts.release = $release
) AS items
