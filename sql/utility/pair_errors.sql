-- pair_errors(release, runs := 20, queries := 100, seed := 0)
-- How far the support of pairs in a release is from that in the data. The support is counted in random reconstructions
-- of the release, on the same scale for all families. For the owner of the release.
--
-- parameter: release: a release of any family that was made in this database
-- parameter: runs: reconstructions to draw, 1 to 10,000
-- parameter: queries: pairs to draw from each band, at least 1
-- parameter: seed: seed of all draws, at least 0
-- row: one per pair of items that was drawn
-- column: band VARCHAR: low, medium or high: thirds of the range of supports, on a logarithmic scale
-- column: item_a VARCHAR: the first item, in alphabetical order
-- column: item_b VARCHAR: the second item
-- column: support BIGINT, transactions, >= 1: transactions of the data that hold both items
-- column: published DOUBLE, records, >= 0: records that hold both items, mean over the reconstructions
-- column: error DOUBLE, 0 to 2: |support - published| / mean of the two, averaged over the reconstructions
-- checks: own_release($release)
-- reads: originals
-- source: SANONY 4.4, formula 21
-- example: FROM setrisk.pair_errors('r1')
SELECT
    answers.band,
    answers.item_a,
    answers.item_b,
    answers.support,
    avg(answers.published) AS published,
    avg(answers.error) AS error
FROM setrisk_internal.pair_answers($release, $runs, $queries, $seed) AS answers
GROUP BY answers.band, answers.item_a, answers.item_b, answers.support
