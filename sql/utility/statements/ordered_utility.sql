-- ordered_utility(release, reconstructions, pairs, seed)
-- How well a release answers counting queries, from rare pairs to all.
--
-- row:       one per band
-- column:    band VARCHAR: this and the next five columns are those of utility
-- column:    pairs BIGINT, >= 1
-- column:    least BIGINT, transactions, >= 1
-- column:    most BIGINT, transactions, >= 1
-- column:    error DOUBLE, 0 to 2
-- column:    spread DOUBLE?, >= 0
-- reads:     originals
SELECT utility.*
FROM setrisk.utility($release, reconstructions := $reconstructions, pairs := $pairs, seed := $seed) AS utility
ORDER BY utility.band = 'all', utility.least
