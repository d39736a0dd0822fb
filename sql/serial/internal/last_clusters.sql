-- last_clusters(series, dataset)
-- One row per transaction of the data set whose id an earlier release of the series by m-invariance had: the cluster
-- that it was in last, for the owner.
--
-- row: one per transaction of the data set whose id an earlier release of the series by m-invariance had
-- column: tid BIGINT
-- column: release VARCHAR
-- column: cluster INTEGER
-- reads: originals
SELECT ranked.tid, ranked.release, ranked.cluster
FROM (
    SELECT
        given.tid,
        listed.release,
        origin.cluster,
        row_number() OVER (PARTITION BY given.tid ORDER BY listed.position DESC) AS place
    FROM setrisk_private.transaction_id AS given
    JOIN setrisk.series AS listed ON listed.series = $series
    JOIN setrisk.release AS made ON made.release = listed.release AND made.dataset <> $dataset
        AND made.method = 'm-invariance'
    JOIN setrisk_private.transaction_id AS earlier ON earlier.dataset = made.dataset AND earlier.id = given.id
    JOIN setrisk_private.provenance AS origin ON origin.release = made.release AND origin.tid = earlier.tid
    WHERE given.dataset = $dataset
) AS ranked
WHERE ranked.place = 1
