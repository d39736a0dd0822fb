-- distortions(release)
-- One row per measure that the family of a release has of its own for what the release has cost, for the owner. 0 is
-- nothing but for 'items an entry', where that is 1. Not comparable between families: utility is. An error where no
-- release of that name was made in this database.
--
-- row: one per measure that the family of a release has of its own for what the release has cost, for the owner
-- column: measure VARCHAR: generalisation: 'suppressed' (share of the entries of the data whose item the release does
--     not name) and 'items an entry' (how many items a published entry may stand for, on average); disassociation: 'in
--     term chunks' (share of the entries whose record is not told); serial: 'counterfeits' (share of the published
--     records) and 'in the global bag' (share of the copies of private terms that no cluster shows); histogram:
--     'counting queries' (mean relative error of count_query_errors, of 2,000)
-- column: value DOUBLE
-- checks: own_release($release)
-- reads: originals
WITH made AS MATERIALIZED (
    SELECT each.release, each.dataset, each.family FROM setrisk.release AS each WHERE each.release = $release
)
SELECT 'suppressed' AS measure, count(*) FILTER (WHERE shown.item IS NULL) / count(*) AS value
FROM made
JOIN setrisk_private.transaction_item AS held ON held.dataset = made.dataset
JOIN setrisk_private.item AS names ON names.item_id = held.item_id
LEFT JOIN setrisk.published_item AS shown ON shown.release = made.release AND shown.item = names.item
WHERE made.family = 'generalisation'
HAVING count(*) > 0
UNION ALL
SELECT 'items an entry' AS measure, avg(coalesce(members.n, 1)) AS value
FROM made
JOIN setrisk.generalised_record AS entries ON entries.release = made.release
LEFT JOIN (
    SELECT each.generalised_item, count(*) AS n
    FROM setrisk.generalised_item AS each
    WHERE each.release = $release
    GROUP BY each.generalised_item
) AS members ON members.generalised_item = entries.generalised_item
HAVING count(*) > 0
UNION ALL
SELECT 'in term chunks' AS measure, count(*) FILTER (WHERE shown.part = 'term chunks') / count(*) AS value
FROM setrisk_internal.original_entries($release) AS shown
HAVING count(*) > 0
UNION ALL
SELECT 'counterfeits' AS measure, count(*) FILTER (WHERE stands.tid IS NULL) / count(*) AS value
FROM made
JOIN setrisk_private.provenance AS stands ON stands.release = made.release
WHERE made.family = 'serial'
HAVING count(*) > 0
UNION ALL
SELECT
    'in the global bag' AS measure,
    coalesce(sum(shown.copies) FILTER (WHERE shown.cluster IS NULL), 0) / sum(shown.copies) AS value
FROM made
JOIN setrisk.private_term AS shown ON shown.release = made.release
HAVING count(*) > 0
UNION ALL
SELECT 'counting queries' AS measure, avg(answered.error) AS value
FROM setrisk_internal.answered_queries($release, 2000, 0.0001, 0) AS answered
HAVING count(*) > 0
