-- ordered_may_publish(series, release)
-- Whom the last release of a series would put at risk, the highest belief in relation to what is allowed first.
--
-- row:    one per record, sensitive item and scope
-- column: release VARCHAR: this and the next ten columns are those of may_publish
-- column: record BIGINT, >= 1
-- column: id VARCHAR?
-- column: item VARCHAR
-- column: scope VARCHAR
-- column: prior DOUBLE, fraction, 0 to 1
-- column: posterior DOUBLE, fraction, 0 to 1
-- column: allowed_belief DOUBLE, > 0
-- column: strongest_release VARCHAR?
-- column: already_at_risk BOOLEAN
-- column: change VARCHAR
-- reads:  originals
SELECT findings.*
FROM setrisk.may_publish($series, $release) AS findings
ORDER BY findings.posterior / findings.allowed_belief DESC, findings.release, findings.record, findings.scope
