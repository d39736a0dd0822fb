-- utility(release, reconstructions := 20, pairs := 100, seed := 0)
-- How well reconstructions of a release show how many records hold a pair. One scale serves all families, so that
-- releases of different families can be compared. For the owner of the release.
--
-- parameter: release: a release of any family that was made in this database
-- parameter: reconstructions: reconstructions to draw, 1 to 10,000
-- parameter: pairs: pairs to draw from each band, at least 1
-- parameter: seed: seed of all draws, at least 0
-- row: one per band of supports, and one for all pairs
-- column: band VARCHAR: low, medium or high (thirds of the range of supports, on a logarithmic scale), or all
-- column: pairs BIGINT, pairs, >= 1: pairs that were drawn from the band
-- column: least BIGINT, transactions, >= 1: smallest support of these pairs in the data
-- column: most BIGINT, transactions, >= 1: largest support of these pairs in the data
-- column: error DOUBLE, 0 to 2: mean error of the pairs, as in pair_errors
-- column: spread DOUBLE?, >= 0: standard deviation of the mean error over the reconstructions; 0 if nothing is
--     random, NULL for one reconstruction
-- checks: own_release($release)
-- checks: at_least('pairs', $pairs, 1)
-- reads: originals
-- page: utility.md
-- example: FROM setrisk.utility('r1', reconstructions := 5)
WITH answers AS MATERIALIZED (
    SELECT pairs.reconstruction, pairs.band, pairs.item_a, pairs.item_b, pairs.support, pairs.error
    FROM setrisk_internal.pair_answers($release, $reconstructions, $pairs, $seed) AS pairs
)
SELECT
    run_errors.band,
    max(run_errors.pairs) AS pairs,
    min(run_errors.least) AS least,
    max(run_errors.most) AS most,
    avg(run_errors.error) AS error,
    stddev_samp(run_errors.error) AS spread
FROM (
    SELECT
        answers.reconstruction,
        coalesce(answers.band, 'all') AS band,
        count(*) AS pairs,
        min(answers.support) AS least,
        max(answers.support) AS most,
        avg(answers.error) AS error
    FROM answers
    GROUP BY GROUPING SETS ((answers.reconstruction, answers.band), (answers.reconstruction))
) AS run_errors
GROUP BY run_errors.band
