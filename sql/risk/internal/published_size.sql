-- published_size(release)
-- How much a release shows.
--
-- row:    one
-- column: n_records BIGINT, records, >= 0: records that it publishes
-- column: n_items BIGINT, items, >= 0: items that it names
-- reads:  published
SELECT
    CAST(coalesce(sum(parts.n_records), 0) AS BIGINT) AS n_records,
    CAST(coalesce(sum(parts.n_items), 0) AS BIGINT) AS n_items
FROM (
    SELECT count(DISTINCT records.record) AS n_records, 0 AS n_items
    FROM setrisk.generalised_record AS records
    WHERE records.release = $release
    UNION ALL
    SELECT sum(clusters.n_records) AS n_records, 0 AS n_items
    FROM setrisk.cluster AS clusters
    WHERE clusters.release = $release
    UNION ALL
    SELECT sum(itemsets.occurrences) AS n_records, 0 AS n_items
    FROM setrisk.histogram AS itemsets
    WHERE itemsets.release = $release
    UNION ALL
    SELECT 0 AS n_records, count(*) AS n_items
    FROM setrisk.published_item AS items
    WHERE items.release = $release
) AS parts
