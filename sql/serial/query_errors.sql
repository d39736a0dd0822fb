-- query_errors(series, release, runs := 20, queries := 10, seed := 0)
-- One row per queried pair of items, for the owner: how far its support in random reconstructions of the release is from its
-- support in the data (SANONY 4.4, formula 21). Of each band of supports, so many pairs are drawn as there are queries.
-- An error where no release of that name was made in this database, for fewer runs or queries than one, or a seed below 0.
-- band VARCHAR: low (1 to 10), medium (20 to 40) or high (70 to 200); item_a, item_b VARCHAR; support BIGINT; published DOUBLE:
-- mean support over the runs; error DOUBLE in [0, 2]: mean of |support - published| / mean of the two
SELECT
    answers.band,
    answers.item_a,
    answers.item_b,
    answers.support,
    avg(answers.published) AS published,
    avg(answers.error) AS error
FROM setrisk.known_series($series, release := coalesce($release, 'NULL')) AS known
CROSS JOIN setrisk.pair_answers($release, $runs, $queries, $seed, scale := 'SANONY') AS answers
WHERE known.series = $series
GROUP BY answers.band, answers.item_a, answers.item_b, answers.support
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT own.release, own.release, own.release, length(own.release), length(own.release), length(own.release)
FROM setrisk.own_release($release, family := 'serial') AS own
WHERE own.release IS NULL
