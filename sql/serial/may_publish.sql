-- may_publish(series, release)
-- May the release, the last of its series, be published, given what is out already? One row per person's record, of this or
-- another release of the series, of whom an adversary would believe more of a private term than is promised; no row: yes, as
-- far as these attacks go. For the owner.
-- An error where there is no series of that name, or it has no such release.
-- release VARCHAR; record BIGINT; id VARCHAR: the owner's id, or the transaction's number where it has none, NULL where the
-- release was imported; item VARCHAR; scope VARCHAR: transitive (of clusters, what is left of them included) or global (of whole
-- releases); prior, posterior, allowed DOUBLE; through VARCHAR: the other release that raises the belief most; change VARCHAR:
-- the smallest changes of the release that help, in words, parted by commas where it takes all, by `or` where one is enough
WITH found AS MATERIALIZED (
    SELECT
        each.scope, each.release, each.cluster, each.record, each.item, each.prior, each.posterior, each.allowed, each.through
    FROM setrisk.scoped_compositions($series) AS each
    WHERE each.scope <> 'cluster' AND setrisk.is_above(each.posterior, each.allowed)
),
changes AS MATERIALIZED (
    SELECT
        CASE WHEN needed.scope = 'global' THEN 'global' ELSE 'transitive' END AS scope,
        needed.release,
        needed.cluster,
        needed.item,
        min(needed.change) AS change
    FROM setrisk.needed_changes($series, $release) AS needed
    GROUP BY CASE WHEN needed.scope = 'global' THEN 'global' ELSE 'transitive' END, needed.release, needed.cluster, needed.item
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
    changes.change
FROM found
JOIN setrisk.release AS made ON made.release = found.release
LEFT JOIN setrisk_private.provenance AS origin ON origin.release = found.release AND origin.record = found.record
LEFT JOIN setrisk_private.transaction_id AS ids ON ids.dataset = made.dataset AND ids.tid = origin.tid
LEFT JOIN changes
    ON changes.scope = found.scope AND changes.release = found.release AND changes.cluster = found.cluster
    AND changes.item = found.item
WHERE origin.record IS NULL OR origin.tid IS NOT NULL
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    known.series, length(known.series), known.series, known.series, known.series, length(known.series),
    length(known.series), length(known.series), known.series, known.series
FROM setrisk.known_series($series, release := coalesce($release, 'NULL')) AS known
WHERE known.series IS NULL
