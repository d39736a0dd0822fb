-- mean_pair_errors(release, reconstructions, pairs, seed, scale := 'range')
-- How far the support of sampled pairs in random reconstructions of a release is from that in the data, on average.
--
-- parameter: scale: bands of the pairs, as in sampled_pairs
-- row: one per sampled pair of items
-- column: band VARCHAR
-- column: item_a VARCHAR
-- column: item_b VARCHAR
-- column: support BIGINT, transactions, >= 1: in the data
-- column: published DOUBLE, mean records, >= 0: mean over the reconstructions
-- column: error DOUBLE, 0 to 2: mean over the reconstructions of |support - published| / mean of the two
-- reads: originals
-- source: SANONY 4.4, formula 21
SELECT
    answers.band,
    answers.item_a,
    answers.item_b,
    answers.support,
    avg(answers.published) AS published,
    avg(answers.error) AS error
FROM setrisk_internal.pair_answers($release, $reconstructions, $pairs, $seed, scale := $scale) AS answers
GROUP BY answers.band, answers.item_a, answers.item_b, answers.support
