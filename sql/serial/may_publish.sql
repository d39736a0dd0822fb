-- may_publish(series, release)
-- May the release, the last of its series, be published, given what is out already? One row per person's record, of
-- this or another release of the series, of whom an adversary would believe more of a private term than is promised; no
-- row: yes, as far as these attacks go. For the owner. An error where there is no series of that name, or the release
-- is not its last.
--
-- column: release VARCHAR
-- column: record BIGINT
-- column: id VARCHAR?: the owner's id, or the transaction's number where it has none, NULL where the release was
--     imported
-- column: item VARCHAR
-- column: scope VARCHAR: transitive (of clusters, what is left of them included) or global (of whole releases)
-- column: prior DOUBLE
-- column: posterior DOUBLE
-- column: allowed DOUBLE
-- column: through VARCHAR?: the other release that raises the belief most, NULL where the release of the record tells
--     enough
-- column: anyway BOOLEAN: whether they are at risk without this one too
-- column: change VARCHAR: the smallest change of the release after which the item puts nobody of that cluster (or whole
--     release) at risk, in words: what is parted by commas and `and` takes all, of what is parted by `or` each is
--     enough. What is left of clusters counts as it is now; where a change makes it tell more, ask again
-- checks: known_series($series, release := coalesce($release, 'NULL'), newest := true)
-- reads: originals
WITH found AS MATERIALIZED (
    SELECT
        each.scope, each.release, each.cluster, each.record, each.item, each.prior, each.posterior, each.allowed, each.through
    FROM setrisk_internal.scoped_compositions($series) AS each
    WHERE each.scope <> 'cluster' AND setrisk_internal.is_above(each.posterior, each.allowed)
)
SELECT
    found.release,
    found.record,
    coalesce(ids.id, CAST(origin.tid AS VARCHAR)) AS id,
    found.item,
    found.scope,
    found.prior,
    found.posterior,
    found.allowed,
    found.through,
    changes.anyway,
    changes.change
FROM found
JOIN setrisk.release AS made ON made.release = found.release
LEFT JOIN setrisk_private.provenance AS origin ON origin.release = found.release AND origin.record = found.record
LEFT JOIN setrisk_private.transaction_id AS ids ON ids.dataset = made.dataset AND ids.tid = origin.tid
LEFT JOIN setrisk_internal.needed_changes($series, $release) AS changes
    ON changes.scope = found.scope AND changes.release = found.release AND changes.cluster = found.cluster
    AND changes.item = found.item
WHERE origin.record IS NULL OR origin.tid IS NOT NULL
