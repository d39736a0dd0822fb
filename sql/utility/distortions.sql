-- distortions(release)
-- What a release has cost, in the quantities of its family. They cannot be compared between families; the errors of
-- `utility` can. For the owner of the release.
--
-- parameter: release: a release of any family that was made in this database
-- row: one per quantity of the release's family
-- column: metric VARCHAR: for generalisation, suppressed_share (fraction of the data's entries whose item the release
--     does not name) and mean_generalised_size (how many items a published entry may mean, on average; 1 is best);
--     for disassociation, term_chunk_share (fraction of the entries of which the release does not say in which record
--     they are); for serial, counterfeit_share (fraction of the published records that are made up) and
--     global_bag_share (fraction of the copies of sensitive items that are not published in a cluster); for histogram,
--     relative_query_error (mean relative error of 2,000 counting queries, as in counting_query_errors)
-- column: value DOUBLE, >= 0: lower is better
-- checks: own_release($release)
-- reads: originals
-- page: utility.md
-- example: FROM setrisk.distortions('r1')
WITH this_release AS MATERIALIZED (
    SELECT releases.release, releases.dataset, releases.family
    FROM setrisk.release AS releases
    WHERE releases.release = $release
)
SELECT 'suppressed_share' AS metric, count(*) FILTER (WHERE published_items.item IS NULL) / count(*) AS value
FROM this_release
JOIN setrisk_private.transaction_item AS entries ON entries.dataset = this_release.dataset
JOIN setrisk_private.item AS names ON names.item_id = entries.item_id
LEFT JOIN setrisk.published_item AS published_items
    ON published_items.release = this_release.release AND published_items.item = names.item
WHERE this_release.family = 'generalisation'
HAVING count(*) > 0
UNION ALL
SELECT 'mean_generalised_size' AS metric, avg(coalesce(members.n, 1)) AS value
FROM this_release
JOIN setrisk.generalised_record AS entries ON entries.release = this_release.release
LEFT JOIN (
    SELECT items.generalised_item, count(*) AS n
    FROM setrisk.generalised_item AS items
    WHERE items.release = $release
    GROUP BY items.generalised_item
) AS members ON members.generalised_item = entries.generalised_item
HAVING count(*) > 0
UNION ALL
SELECT 'term_chunk_share' AS metric, count(*) FILTER (WHERE entries.part = 'term_chunk') / count(*) AS value
FROM setrisk_internal.original_entries($release) AS entries
HAVING count(*) > 0
UNION ALL
SELECT 'counterfeit_share' AS metric, count(*) FILTER (WHERE records.tid IS NULL) / count(*) AS value
FROM this_release
JOIN setrisk_private.provenance AS records ON records.release = this_release.release
WHERE this_release.family = 'serial'
HAVING count(*) > 0
UNION ALL
SELECT
    'global_bag_share' AS metric,
    coalesce(sum(terms.copies) FILTER (WHERE terms.cluster IS NULL), 0) / sum(terms.copies) AS value
FROM this_release
JOIN setrisk.sensitive_count AS terms ON terms.release = this_release.release
HAVING count(*) > 0
UNION ALL
SELECT 'relative_query_error' AS metric, avg(queries.error) AS value
FROM setrisk_internal.answered_queries($release, 2000, 0.0001, 0) AS queries
HAVING count(*) > 0
