-- more_than_promised(series, release)
-- The people of whom more could be believed than is promised, once the last release of a series is published.
--
-- row:    one per record, sensitive item and scope
-- column: release VARCHAR
-- column: record BIGINT, >= 1
-- column: item VARCHAR
-- column: scope VARCHAR: transitive or global
-- column: prior DOUBLE, fraction, 0 to 1
-- column: posterior DOUBLE, fraction, 0 to 1
-- column: allowed_belief DOUBLE, > 0
-- column: strongest_release VARCHAR?
-- column: already_at_risk BOOLEAN
-- column: change VARCHAR
-- reads:  originals
SELECT
    findings.release,
    findings.record,
    findings.item,
    findings.scope,
    findings.prior,
    findings.posterior,
    findings.allowed_belief,
    findings.strongest_release,
    findings.already_at_risk,
    findings.change
FROM setrisk.may_publish($series, $release) AS findings
ORDER BY findings.posterior / findings.allowed_belief DESC, findings.release, findings.record
