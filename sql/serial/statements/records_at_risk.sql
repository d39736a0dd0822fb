-- records_at_risk(series, adversary)
-- The records of a series about which an attacker believes more than their release allows, by any composition.
--
-- parameter: adversary: worst or printed, as in class_posteriors
-- row:    one per scope, record and sensitive item
-- column: scope VARCHAR: cluster, transitive or global
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 for the whole release
-- column: record BIGINT, >= 1
-- column: item VARCHAR
-- column: may_be_person BOOLEAN: false for records that are known here to be counterfeits
-- reads:  originals
WITH derived_sets AS MATERIALIZED (
    SELECT sets.*
    FROM setrisk_internal.derived_sets($series) AS sets
),
class_records AS MATERIALIZED (
    SELECT class_records.*
    FROM setrisk_internal.equivalence_classes($series, NULL, 'derived_sets') AS class_records
)
SELECT
    records.scope,
    records.release,
    records.cluster,
    records.record,
    promises.item,
    origin.record IS NULL OR origin.tid IS NOT NULL AS may_be_person
FROM setrisk_internal.broken_promises(
    $series, NULL, 'derived_sets', 'class_records', adversary := $adversary
) AS promises
JOIN class_records AS records
    ON records.scope = promises.scope AND records.release = promises.release AND records.cluster = promises.cluster
    AND records.equivalence_class = promises.equivalence_class
LEFT JOIN setrisk_private.provenance AS origin
    ON origin.release = records.release AND origin.record = records.record
