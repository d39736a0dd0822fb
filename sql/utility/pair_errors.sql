-- pair_errors(release, runs := 20, queries := 100, seed := 0)
-- One row per pair of items that is asked for, for the owner: how far its support in random reconstructions of the
-- release is from its support in the data. One scale for all families. An error where no release of that name was made
-- in this database, for fewer runs or queries than one, or a seed below 0.
--
-- row: one per pair of items that is asked for, for the owner
-- column: band VARCHAR: low, medium or high, thirds of the range of supports on a logarithmic scale
-- column: item_a VARCHAR
-- column: item_b VARCHAR
-- column: support BIGINT: in the data
-- column: published DOUBLE: in the reconstructions, their mean
-- column: error DOUBLE: in [0, 2]: mean of |support - published| / mean of the two (SANONY 4.4, formula 21)
-- checks: own_release($release)
-- reads: originals
SELECT
    answers.band,
    answers.item_a,
    answers.item_b,
    answers.support,
    avg(answers.published) AS published,
    avg(answers.error) AS error
FROM setrisk_internal.pair_answers($release, $runs, $queries, $seed) AS answers
GROUP BY answers.band, answers.item_a, answers.item_b, answers.support
