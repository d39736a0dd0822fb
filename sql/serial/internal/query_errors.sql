-- query_errors(series, release, runs := 20, queries := 10, seed := 0)
-- One row per queried pair of items, for the owner: how far its support in random reconstructions of the release is
-- from its support in the data (SANONY 4.4, formula 21). Of each band of supports, so many pairs are drawn as there are
-- queries. An error where no release of that name was made in this database, for fewer runs or queries than one, or a
-- seed below 0.
--
-- row: one per queried pair of items, for the owner
-- column: band VARCHAR: low (1 to 10), medium (20 to 40) or high (70 to 200)
-- column: item_a VARCHAR
-- column: item_b VARCHAR
-- column: support BIGINT
-- column: published DOUBLE: mean support over the runs
-- column: error DOUBLE: in [0, 2]: mean of |support - published| / mean of the two
-- checks: own_release($release, family := 'serial')
-- reads: originals
SELECT
    answers.band,
    answers.item_a,
    answers.item_b,
    answers.support,
    avg(answers.published) AS published,
    avg(answers.error) AS error
FROM setrisk_internal.known_series($series, release := coalesce($release, 'NULL')) AS known
CROSS JOIN setrisk_internal.pair_answers($release, $runs, $queries, $seed, scale := 'SANONY') AS answers
WHERE known.series = $series
GROUP BY answers.band, answers.item_a, answers.item_b, answers.support
