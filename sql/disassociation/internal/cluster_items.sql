-- cluster_items(release, places)
-- The items of each cluster of a disassociated release, with the original records that hold them and how the release
-- shows them.
--
-- parameter: places: the name of a CTE of the caller with the rows of record_places
-- row: one per cluster and item
-- column: cluster INTEGER, >= 1
-- column: item_id INTEGER
-- column: of_chunks BOOLEAN: whether a record chunk other than the anchoring one, or a shared chunk, shows it
-- column: of_terms BOOLEAN: whether the term chunk shows it
-- column: shown_in BIGINT: equal for items that one chunk of the cluster shows together; different for all others
-- column: holders BIT: original records of the cluster that hold it, as in record_places.own_bit
-- reads: originals, $places: originals
-- duckdb only: query_table
SELECT
    items.cluster,
    items.item_id,
    places.chunk > 1 OR (places.chunk = 1 AND places.publishing_cluster <> places.cluster) AS of_chunks,
    places.chunk = 0 AS of_terms,
    -- A term chunk shows no two terms together.
    CASE
        WHEN places.chunk = 0 THEN -items.item_id
        ELSE CAST(places.publishing_cluster AS BIGINT) * 1000000000 + places.chunk
    END AS shown_in,
    items.holders
FROM (
    SELECT records.cluster, entries.item_id, bit_or(records.own_bit) AS holders
    FROM query_table($places) AS records
    JOIN setrisk.release AS releases ON releases.release = $release
    JOIN setrisk_private.transaction_item AS entries ON entries.dataset = releases.dataset AND entries.tid = records.tid
    GROUP BY records.cluster, entries.item_id
) AS items
JOIN setrisk_internal.item_places($release) AS places
    ON places.cluster = items.cluster AND places.item_id = items.item_id
