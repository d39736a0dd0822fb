-- posteriors(series, release := NULL, transitive := true, adversary := 'worst')
-- What an attacker believes of each record and sensitive item of a series. The belief is given before and after
-- comparing the record's release with the others of its series. The attacker knows the non-sensitive items of a
-- person, and in which releases the person is.
--
-- parameter: series: the series
-- parameter: release: a release of the series; all of them if it is NULL
-- parameter: transitive: whether to look for transitive composition too, which takes longest, and much memory if
--     clusters are small and alike, as those of m-invariance are
-- parameter: adversary: what the attacker makes of an overlap that has only some of the records with a person's items:
--     'worst' may know whether the person is one of them, so that the higher belief counts; 'printed' takes the person
--     for one of them, as formulas 13 and 14 do
-- row: one per scope, record, and sensitive item that the record's cluster or release holds
-- column: release VARCHAR: the release of the record
-- column: cluster INTEGER, >= 1: its cluster
-- column: record BIGINT, >= 1: the record
-- column: item VARCHAR: the sensitive item
-- column: scope VARCHAR: cluster (the record's cluster against those of other releases), transitive (also against what
--     is left of those, if that reveals more) or global (whole releases)
-- column: prior DOUBLE, fraction, 0 to 1: the belief from the record's release alone
-- column: posterior DOUBLE, fraction, 0 to 1: the belief after seeing the other releases
-- column: population_rate DOUBLE, > 0: how common the item is in the release
-- column: serial_risk DOUBLE, >= 0: posterior / population_rate
-- checks: known_series($series, release := $release)
-- checks: known_adversary($adversary)
-- reads: published
-- source: SANONY 2.3.1, 2.3.2
-- page: serial.md
-- example: FROM setrisk.posteriors('plain months', release := 'plain mar')
WITH derived_sets AS MATERIALIZED (
    SELECT sets.*
    FROM setrisk_internal.derived_sets($series, release := $release) AS sets
    WHERE $transitive
),
class_records AS MATERIALIZED (
    SELECT class_records.*
    FROM setrisk_internal.equivalence_classes($series, $release, 'derived_sets') AS class_records
)
SELECT
    records.release,
    CAST(placements.cluster AS INTEGER) AS cluster,
    records.record,
    beliefs.item,
    records.scope,
    beliefs.prior,
    beliefs.posterior,
    beliefs.population_rate,
    beliefs.posterior / beliefs.population_rate AS serial_risk
FROM class_records AS records
JOIN setrisk_internal.class_posteriors(
    $series, $release, 'derived_sets', 'class_records', adversary := $adversary
) AS beliefs
    ON beliefs.scope = records.scope AND beliefs.release = records.release AND beliefs.cluster = records.cluster
    AND beliefs.equivalence_class = records.equivalence_class
JOIN (
    SELECT DISTINCT records.release, records.cluster, records.record FROM setrisk.cluster_record AS records
) AS placements ON placements.release = records.release AND placements.record = records.record
