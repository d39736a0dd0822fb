-- distortions(release)
-- What a release has cost, in the quantities of its family. They cannot be compared between families; the errors of
-- `utility` can. For the owner of the release.
--
-- parameter: release: a release of any family that was made in this database
-- row: one per quantity of the release's family
-- column: metric VARCHAR: for generalisation and uncertainty, suppressed_share (fraction of the data's entries
--     whose item the release does not name), mean_generalised_size (how many items a published entry may mean, on
--     average; 1 is best) and certainty_penalty (NCP: of each of the data's entries the share of all items that the
--     release may mean by it, 0 for an item that is published as it is and 1 for a suppressed one; the mean over
--     entries); for disassociation, term_chunk_share (fraction of the entries of which the release does not say in
--     which record they are); for serial, counterfeit_share (fraction of the published records that are made up) and
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
),
members AS (
    SELECT items.generalised_item, count(*) AS n
    FROM setrisk.generalised_item AS items
    WHERE items.release = $release
    GROUP BY items.generalised_item
),
-- Each item of the data, and how many items the release may mean by it: none if it is suppressed.
shown_items AS MATERIALIZED (
    SELECT
        supports.support,
        count(*) OVER () AS n_items,
        CASE WHEN published_items.item IS NULL THEN 0 ELSE coalesce(members.n, 1) END AS n_meant
    FROM (
        SELECT names.item, count(*) AS support
        FROM this_release
        JOIN setrisk_private.transaction_item AS entries ON entries.dataset = this_release.dataset
        JOIN setrisk_private.item AS names ON names.item_id = entries.item_id
        WHERE this_release.family IN ('generalisation', 'uncertainty')
        GROUP BY names.item
    ) AS supports
    LEFT JOIN setrisk.published_item AS published_items
        ON published_items.release = $release AND published_items.item = supports.item
    LEFT JOIN setrisk.generalised_item AS labels
        ON labels.release = $release AND labels.item_id = published_items.item_id
    LEFT JOIN members ON members.generalised_item = labels.generalised_item
)
SELECT
    'suppressed_share' AS metric,
    sum(items.support * CAST(items.n_meant = 0 AS INTEGER)) / sum(items.support) AS value
FROM shown_items AS items
HAVING count(*) > 0
UNION ALL
SELECT
    'certainty_penalty' AS metric,
    sum(items.support * CASE items.n_meant WHEN 0 THEN 1 WHEN 1 THEN 0 ELSE items.n_meant / items.n_items END)
        / sum(items.support) AS value
FROM shown_items AS items
HAVING count(*) > 0
UNION ALL
SELECT 'mean_generalised_size' AS metric, avg(coalesce(members.n, 1)) AS value
FROM this_release
JOIN setrisk.generalised_record AS entries ON entries.release = this_release.release
LEFT JOIN members ON members.generalised_item = entries.generalised_item
HAVING count(*) > 0
UNION ALL
SELECT 'term_chunk_share' AS metric, count(*) FILTER (WHERE entries.part = 'term_chunk') / nullif(count(*), 0) AS value
FROM setrisk_internal.original_entries($release) AS entries
HAVING count(*) > 0
UNION ALL
SELECT 'counterfeit_share' AS metric, count(*) FILTER (WHERE records.tid IS NULL) / nullif(count(*), 0) AS value
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
