-- utility(release, runs := 20, queries := 100, seed := 0)
-- One row per band of supports, and one for all, for the owner: how well counting queries, how many records hold a pair
-- of items, are answered by random reconstructions of the release. One scale for all families. An error where no
-- release of that name was made in this database, for fewer runs or queries than one, or a seed below 0.
--
-- row: one per band of supports, and one for all, for the owner
-- column: band VARCHAR: low, medium or high, thirds of the range of supports on a logarithmic scale, or all
-- column: pairs BIGINT
-- column: least BIGINT: supports of these pairs in the data
-- column: most BIGINT: supports of these pairs in the data
-- column: error DOUBLE: in [0, 2]: mean of pair_errors
-- column: spread DOUBLE?: standard deviation of that mean over the reconstructions, 0 where nothing is drawn, NULL for
--     one run
-- checks: own_release($release)
-- reads: originals
WITH answers AS MATERIALIZED (
    SELECT each.run, each.band, each.item_a, each.item_b, each.support, each.error
    FROM setrisk_internal.pair_answers($release, $runs, $queries, $seed) AS each
)
SELECT
    by_run.band,
    max(by_run.pairs) AS pairs,
    min(by_run.least) AS least,
    max(by_run.most) AS most,
    avg(by_run.error) AS error,
    stddev_samp(by_run.error) AS spread
FROM (
    SELECT
        answers.run,
        coalesce(answers.band, 'all') AS band,
        count(*) AS pairs,
        min(answers.support) AS least,
        max(answers.support) AS most,
        avg(answers.error) AS error
    FROM answers
    GROUP BY GROUPING SETS ((answers.run, answers.band), (answers.run))
) AS by_run
GROUP BY by_run.band
