-- people_by_scope()
-- How many people of a series are at risk by compositions of each scope.
--
-- stages: _setrisk_read(scope, release, record, may_be_person): rows of the statement serial/records_at_risk
-- row:    one per release in which somebody is at risk
-- column: release VARCHAR
-- column: cluster BIGINT, records, >= 0: within clusters
-- column: transitive BIGINT, records, >= 0: within clusters, or over several of them
-- column: global BIGINT, records, >= 0: over whole releases
-- column: any BIGINT, records, >= 1
SELECT
    records.release,
    count(DISTINCT records.record) FILTER (WHERE records.scope = 'cluster') AS cluster,
    count(DISTINCT records.record) FILTER (WHERE records.scope <> 'global') AS transitive,
    count(DISTINCT records.record) FILTER (WHERE records.scope = 'global') AS global,
    count(DISTINCT records.record) AS "any"
FROM _setrisk_read AS records
WHERE records.may_be_person
GROUP BY records.release
