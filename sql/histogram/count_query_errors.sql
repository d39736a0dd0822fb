-- count_query_errors(release, queries := 50000, sanity := 0.0001, seed := 0)
-- One row per kind of counting query (how many records hold an itemset), for the owner: how far answers by the release are
-- from those by the data (APL 6.3). The relative error is |published - support| / max(support, sanity * records).
-- An error where no release of that name was made in this database, for fewer than two queries, a sanity bound that is not
-- above 0, or a seed below 0.
-- kind VARCHAR: existing (itemsets of the data), random, or all; queries BIGINT; error DOUBLE: mean relative error;
-- half_width DOUBLE: of the 95 % interval of the mean over queries
SELECT
    coalesce(answered.kind, 'all') AS kind,
    count(*) AS queries,
    avg(answered.error) AS error,
    1.96 * stddev_samp(answered.error) / sqrt(count(*)) AS half_width
FROM setrisk.answered_queries($release, $queries, $sanity, $seed) AS answered
GROUP BY GROUPING SETS ((answered.kind), ())
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT own.release, length(own.release), length(own.release), length(own.release)
FROM setrisk.own_release($release, family := 'histogram') AS own
WHERE own.release IS NULL
