-- utility(release, runs := 20, queries := 100, seed := 0)
-- One row per band of supports, and one for all, for the owner: how well counting queries, how many records hold a pair of
-- items, are answered by random reconstructions of the release. One scale for all families.
-- An error where no release of that name was made in this database, for fewer runs or queries than one, or a seed below 0.
-- band VARCHAR: low, medium or high, thirds of the range of supports on a logarithmic scale, or all; pairs BIGINT; least,
-- most BIGINT: supports of these pairs in the data; error DOUBLE in [0, 2]: mean of pair_errors; spread DOUBLE: standard
-- deviation of that mean over the reconstructions, 0 where nothing is drawn, NULL for one run
WITH answers AS MATERIALIZED (
    SELECT each.run, each.band, each.item_a, each.item_b, each.support, each.error
    FROM setrisk.pair_answers($release, $runs, $queries, $seed) AS each
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
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    own.release, length(own.release), length(own.release), length(own.release), length(own.release), length(own.release)
FROM setrisk.own_release($release) AS own
WHERE own.release IS NULL
