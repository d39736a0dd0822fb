-- query_errors(series, release, reconstructions := 20, pairs := 10, seed := 0)
-- How far the support of pairs of items in random reconstructions of a serial release is from their support in the
-- data. For the owner. It is an error if the release was not made in this database or belongs to another family, for
-- fewer than one reconstruction or pair, or for a negative seed.
--
-- parameter: pairs: pairs to draw from each band of supports
-- row: one per queried pair of items
-- column: band VARCHAR: low (support 1 to 10), medium (20 to 40) or high (70 to 200)
-- column: item_a VARCHAR
-- column: item_b VARCHAR
-- column: support BIGINT, transactions, >= 1
-- column: published DOUBLE, mean records, >= 0: mean support over the reconstructions
-- column: error DOUBLE, 0 to 2: mean over the reconstructions of |support - published| / mean of the two
-- checks: own_release($release, family := 'serial')
-- reads: originals
-- source: SANONY 4.4, formula 21
SELECT pairs.band, pairs.item_a, pairs.item_b, pairs.support, pairs.published, pairs.error
FROM setrisk_internal.known_series($series, release := coalesce($release, 'NULL')) AS names
CROSS JOIN setrisk_internal.mean_pair_errors($release, $reconstructions, $pairs, $seed, scale := 'SANONY') AS pairs
WHERE names.series = $series
