-- query_errors(release)
-- The errors of counting queries on a release, from rare pairs to all, each with one standard deviation on either side.
--
-- row:    one per band
-- column: band VARCHAR: low, medium, high or all
-- column: pairs BIGINT, >= 1
-- column: least BIGINT, transactions, >= 1
-- column: most BIGINT, transactions, >= 1
-- column: error DOUBLE, 0 to 2
-- column: spread DOUBLE?, >= 0
-- column: low DOUBLE?
-- column: high DOUBLE?
-- reads:  originals
SELECT
    utility.band,
    utility.pairs,
    utility.least,
    utility.most,
    utility.error,
    utility.spread,
    utility.error - utility.spread AS low,
    utility.error + utility.spread AS high
FROM setrisk.utility($release) AS utility
ORDER BY utility.band = 'all', utility.least
