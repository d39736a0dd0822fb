-- releases_of_series(series)
-- The releases of a series, in order.
--
-- row:    one per release
-- column: position INTEGER, >= 1
-- column: release VARCHAR
-- column: dataset VARCHAR?: NULL if the release was imported
-- column: method VARCHAR
-- column: parameters JSON: those that everyone may know
-- column: marks VARCHAR[]
-- column: created_at TIMESTAMP
-- column: records BIGINT?, records, >= 1
-- reads:  published
SELECT
    members.position,
    members.release,
    releases.dataset,
    releases.method,
    releases.parameters,
    releases.marks,
    releases.created_at,
    CAST((
        SELECT sum(clusters.n_records) FROM setrisk.cluster AS clusters WHERE clusters.release = members.release
    ) AS BIGINT) AS records
FROM setrisk.series AS members
JOIN setrisk.release AS releases ON releases.release = members.release
WHERE members.series = $series
ORDER BY members.position
