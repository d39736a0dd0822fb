-- counting_query_errors(release, queries := 50000, sanity := 0.0001, seed := 0)
-- One row per kind of counting query (how many records hold an itemset), for the owner: how far answers by the release
-- are from those by the data (APL 6.3). The relative error is |published - support| / max(support, sanity * records).
-- An error where no release of that name was made in this database, for fewer than two queries, a sanity bound that is
-- not above 0, or a seed below 0.
--
-- row: one per kind of counting query (how many records hold an itemset), for the owner
-- column: kind VARCHAR: existing (itemsets of the data), random, or all
-- column: queries BIGINT
-- column: error DOUBLE: mean relative error
-- column: half_width DOUBLE: of the 95 % interval of the mean over queries
-- checks: own_release($release, family := 'histogram')
-- reads: originals
SELECT
    coalesce(answered.kind, 'all') AS kind,
    count(*) AS queries,
    avg(answered.error) AS error,
    1.96 * stddev_samp(answered.error) / sqrt(count(*)) AS half_width
FROM setrisk_internal.answered_queries($release, $queries, $sanity, $seed) AS answered
GROUP BY GROUPING SETS ((answered.kind), ())
