-- may_publish(series, release)
-- May the last release of a series be published, given those that are out already? The answer is yes, as far as these
-- attacks can find out, when no rows are returned. Otherwise the rows are the people's records, of any release of the
-- series, about which an attacker would believe more of a sensitive item than was promised, with the smallest change
-- of the last release that mends that cluster and item, if there is one. For the owner only. It is an error if the
-- release is not the last of its series.
--
-- parameter: series: the series
-- parameter: release: the last release of the series
-- row: one per record and scope for which an attacker would believe more than is allowed
-- column: release VARCHAR: the release of the record
-- column: record BIGINT, >= 1: the record
-- column: id VARCHAR?: the owner's id, or the transaction's number if it has no id; NULL if the release was
--     imported
-- column: item VARCHAR: the sensitive item that the attacker infers
-- column: scope VARCHAR: transitive (clusters, and what is left of them) or global (whole releases)
-- column: prior DOUBLE, fraction, 0 to 1: the belief from the record's release alone
-- column: posterior DOUBLE, fraction, 0 to 1: the belief after comparing the releases of the series
-- column: allowed_belief DOUBLE, > 0: the highest belief that the record's release allows
-- column: strongest_release VARCHAR?: the other release that raises the belief most; NULL if the record's own
--     release is enough
-- column: already_at_risk BOOLEAN: whether the record is at risk without the last release too
-- column: change VARCHAR: the smallest change of the last release after which the item puts nobody of that cluster, or
--     of the whole release, at risk. Parts joined by commas or `and` are all needed; of parts joined by `or` any one is
--     enough. What is left of clusters is taken as it is now, so ask again after the change
-- checks: known_series($series, release := coalesce($release, 'NULL'), newest := true)
-- reads: originals
-- page: serial.md
-- example: FROM setrisk.may_publish('plain months', 'plain mar')
WITH risks AS MATERIALIZED (
    SELECT
        compositions.scope, compositions.release, compositions.cluster, compositions.record, compositions.item,
        compositions.prior, compositions.posterior, compositions.allowed_belief, compositions.strongest_release
    FROM setrisk_internal.scoped_compositions($series) AS compositions
    WHERE
        compositions.scope <> 'cluster'
        AND setrisk_internal.is_above(compositions.posterior, compositions.allowed_belief)
)
SELECT
    risks.release,
    risks.record,
    coalesce(ids.id, CAST(origin.tid AS VARCHAR)) AS id,
    risks.item,
    risks.scope,
    risks.prior,
    risks.posterior,
    risks.allowed_belief,
    risks.strongest_release,
    changes.already_at_risk,
    changes.change
FROM risks
JOIN setrisk.release AS releases ON releases.release = risks.release
LEFT JOIN setrisk_private.provenance AS origin ON origin.release = risks.release AND origin.record = risks.record
LEFT JOIN setrisk_private.transaction_id AS ids ON ids.dataset = releases.dataset AND ids.tid = origin.tid
LEFT JOIN setrisk_internal.needed_changes($series, $release) AS changes
    ON changes.scope = risks.scope AND changes.release = risks.release AND changes.cluster = risks.cluster
    AND changes.item = risks.item
WHERE origin.record IS NULL OR origin.tid IS NOT NULL
