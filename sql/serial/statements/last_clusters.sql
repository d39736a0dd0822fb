-- last_clusters(series, dataset, method)
-- The cluster that each transaction of a data set was last in, among the releases of a series that a method has made,
-- found by the transaction's id.
--
-- row:    one per transaction whose id is in an earlier release
-- column: tid BIGINT, >= 1
-- column: release VARCHAR
-- column: cluster INTEGER, >= 1
-- reads:  originals
SELECT places.tid, places.release, places.cluster
FROM (
    SELECT
        ids.tid,
        members.release,
        origin.cluster,
        row_number() OVER (PARTITION BY ids.tid ORDER BY members.position DESC) AS place
    FROM setrisk_private.transaction_id AS ids
    JOIN setrisk.series AS members ON members.series = $series
    JOIN setrisk.release AS releases ON releases.release = members.release AND releases.dataset <> $dataset
        AND releases.method = $method
    JOIN setrisk_private.transaction_id AS earlier_ids
        ON earlier_ids.dataset = releases.dataset AND earlier_ids.id = ids.id
    JOIN setrisk_private.provenance AS origin
        ON origin.release = releases.release AND origin.tid = earlier_ids.tid
    WHERE ids.dataset = $dataset
) AS places
WHERE places.place = 1
